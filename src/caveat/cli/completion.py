"""``caveat completion``: the completion script of a shell."""

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """
    Print the completion script of SHELL.

    For bash: ``eval "$(caveat completion bash)"`` in ~/.bashrc; for zsh the same in ~/.zshrc; for fish:
    ``caveat completion fish > ~/.config/fish/completions/caveat.fish``.
    """
    from click.shell_completion import get_completion_class

    from caveat.cli.main import caveat

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(caveat, {}, "caveat", "_CAVEAT_COMPLETE").source())
