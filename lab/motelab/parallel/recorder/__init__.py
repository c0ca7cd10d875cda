"""Times of another machine for the tables of arruda2014: a folder of a static program, a plan and one script, which
writes a file there without this project or a network; and the rows of such a file."""
