"""One module per command of ./motecurve, each with a click command named `command`.

Uses every room; boards are loaded here, and passed on. Start at bench."""
