"""What holds for every test: no network, no file outside its own folders, no dependence on this machine."""

import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

# Two cores may be shared with other work, so a slow example proves nothing; a fixed seed in CI, because
# a change must not fail there for a case that it did not touch.
settings.register_profile("local", deadline=None, max_examples=60)
settings.register_profile("ci", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(autouse=True, scope="session")
def _own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Cache, state and device of caveat belong to the test run, and so do subprocesses of a test."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, str(home / name.lower()))
        # By words alone, whatever is installed: a test that wants meaning asks for it.
        settings_file = home / "xdg_config_home" / "caveat" / "config.toml"
        settings_file.parent.mkdir(parents=True)
        settings_file.write_text('[meaning]\nembedder = "none"\n', encoding="utf-8")
        patch.setenv("CAVEAT_DEVICE", "00c0ffee")
        patch.setenv("NO_COLOR", "1")
        patch.setenv("COLUMNS", "100")
        patch.delenv("VAULT_TIER_WEIGHTS_ENABLED", raising=False)
        patch.delenv("FORCE_COLOR", raising=False)
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    """A connection to anything but this machine's own sockets fails the test that makes it."""
    connect = socket.socket.connect

    def local_only(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and address[0] not in {"127.0.0.1", "::1", "localhost"}:
            raise AssertionError(f"a test tried to reach {address!r}; tests use no network")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", local_only)
        yield
