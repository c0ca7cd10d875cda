"""Parallel modular multiplication and parallel scalar multiplication on this computer (arruda2014).

programs: the programs of parallel/programs, which measure. topology: processors, cores and clocks as the system shows
them. modmul: the tests of a request and their lines; scenarios: their order and processes; unfinished: lines of an
interrupted command; derived: records from lines; prediction: times from products and hand-overs; plots: charts; store:
the committed records. goals: the figures to reach. paper/: the tables and figures of arruda2014.

Uses compare, measure, library, subjects, common. Start at modmul."""
