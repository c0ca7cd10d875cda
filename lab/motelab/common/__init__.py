"""The common base of every room: errors and names that users type, files and locks, schemas of files that people write,
the cache, text for terminals, progress.

Uses nothing of the lab but its folders (motelab/__init__.py). Start at errors: a MotecurveError is one line on stderr
and exit status 2."""
