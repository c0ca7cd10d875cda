"""A network that lives for a year: keys that age, nodes that fail, come late and are captured, a base station that is
replaced. What each scheme must rewrite and send, what it takes of the batteries, and what an attacker opens.

history: who lives where and when, drawn; and the sessions that follow. rules: what each scheme does about it. secrets:
what opens a session, and what a captured node holds. year: the row. Start with year."""
