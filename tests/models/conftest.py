"""What the tests of models share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of model files that are made once: reading the package takes seconds."""
    return tmp_path_factory.mktemp("models")
