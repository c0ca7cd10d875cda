"""The tables and figures of arruda2014 about parallel multiplication: printed figures, recomputed ones, ours."""
