"""One module per command of ./motecurve, each with a click command named `command`."""
