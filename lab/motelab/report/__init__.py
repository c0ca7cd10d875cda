"""The output for people: tables of papers, the overview, the HTML page with its charts and templates, and how
commands print. tables: rows of papers with ours. side_by_side: a curve on every board. overview: all of a run.
display: on a terminal, or as JSON. report: the page.

Uses compare, measure, boards, library, subjects, common. Start at tables and display."""
