"""A gateway's work: requests to verify signatures, from a file or from peers on a socket, on all cores.

Inside: `lines` (the text of requests and answers), `pool` (the threads that verify, with a bounded queue), `stream`
(one source with its answers), `server` (many peers), `rates` (signatures a second). It uses `common` and `library`.
Start with `pool`."""
