"""The study of fujdiak2017: do short domain parameters make a curve faster, or smaller?

names: the paper's 50 names and its groups; parameters: lengths of a, b, x, y. hypotheses: the questions, the plan of
measurements, and how they are decided. twins: isomorphic and conjugate curves. measuring, host_openssl: from a plan to
measured rows and states; missing: which are still to be measured. trade: algorithms against parameters. store: the
committed ones. decisions: from states to pairs with their verdicts. tables, claims, conclusion, figures: the output of
the command.

Uses compare, measure, boards, subjects, common. Start at hypotheses.toml in data/study, then at measuring."""
