"""The output for people: tables of papers, the overview, the site of pages, and how commands print. tables: rows of
papers with ours. side_by_side: a curve on every board. overview: all of a run. display: on a terminal, or as JSON.
site: the pages.

Uses compare, measure, boards, library, subjects, common. Start at tables and display."""
