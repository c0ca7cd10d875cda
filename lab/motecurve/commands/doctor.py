"""`./motecurve doctor`: whether everything that the lab calls is installed."""

import click

from motecurve import display, doctor


@click.command("doctor")
@display.format_option
@click.pass_context
def command(context: click.Context, form: str) -> None:
    """Compilers, simulator and packages: version, whether they will do, and how to mend what will not.
    Exits with 1 if something that is not optional is missing.

    Example: ./motecurve doctor
    """
    findings = doctor.examine()
    if not display.for_programs([finding.as_row() for finding in findings], form):
        display.findings(findings)
    context.exit(0 if all(finding.ok or finding.optional for finding in findings) else 1)
