"""Sources of the library to use elsewhere: the files that some operations need on one device, only a handful.

Uses boards, measure and compare. Start at `drop.py`: the request, its bindings, and everything that it needs.
`calls.py` has the functions and their records, `units.py` the sources, `helpers.py` those that compilers call;
`amalgamation.py` joins these and `public_header.py` the public headers. `layout.py` lays the files out, with words from
`texts.py`, figures from `costs.py`, the random source of the chip (`random_sources.py`) and templates of packages/
(`templates.py`), and `writing.py` writes them. What does not fit is refused: `demands.py` for processors, `fits.py` for
the stack, `room.py` for Arduino's boards."""
