"""The site that `./motecurve report` writes: a module for each page, whose `page` gives what its template shows.

palette: colours, light and dark. figures: charts by plotly. fits: cost against the size of a field. hosts: times
beside OpenSSL's, for them. writing: pages, scripts and data as files. Start at writing."""
