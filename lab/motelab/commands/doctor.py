"""`./motecurve doctor`: whether every program that the lab calls is installed."""

import click

from motelab.boards import doctor
from motelab.report import display


@click.command("doctor")
@display.format_option
@click.pass_context
def command(context: click.Context, form: str) -> None:
    """Lists compilers, simulators and packages: versions, faults, and remedies.

    Exits with 1 if a component is missing that is not optional.

    Example: ./motecurve doctor
    """
    findings = doctor.examine()
    if not display.for_programs([finding.as_row() for finding in findings], form):
        display.findings(findings)
    context.exit(0 if all(finding.ok or finding.optional for finding in findings) else 1)
