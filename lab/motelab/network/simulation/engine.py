"""The engine of nodes (src/network) as discrete events: HELLOs, one exchange at a time, busy peers, repetitions. Names
are those of its C files, numbers those of its header (motelab/network/parameters.py).

Computations take the time that the scheme's table and the records say; all else in a node takes none. The radio works
during computations. Nodes neither restart nor run out of room for neighbours, nor meet the budgets of what strangers
can ask for."""

import random
from collections.abc import Mapping, Sequence

import simpy
from simpy.events import NORMAL

from motelab.network.simulation.radio import ALL, Due, Frame, Medium, Station

HELLO, FRAGMENT, BUSY, TRAFFIC = range(4)  # kinds of frames
IDLE, GATHERING, COMPUTING, SENDING, WAITING = range(5)  # states of an exchange
NEVER = 1 << 62


class Link:
    """A neighbour of a node. `mate` is the same link at the neighbour. `due`: of the next exchange, or of the HELLO
    that answers; `nonce`: the generation of its nonce that was heard, -1 for none; `used`: the generation of our
    nonce with which a session was made; `keyed`: whether there is a session, which the exchange `tag` has made."""

    __slots__ = ("answers", "due", "failures", "is_lesser", "keyed", "mate", "nonce", "peer", "tag", "used")

    def __init__(self, peer: "Mote", is_lesser: bool):
        self.peer, self.is_lesser, self.mate = peer, is_lesser, None
        self.answers = self.keyed = False
        self.due, self.failures, self.nonce, self.used, self.tag = NEVER, 0, -1, -1, -1


class Kind:
    """The costs of a scheme on a board, in microseconds of computation: `computations[n]` from message n, or from
    nothing for 0, to the next one or to the session; `seal` and `open`: of the traffic that confirms. `fragments[n]`:
    octets of the frames of message n, whole. `answer`: microseconds that an answer may take."""

    __slots__ = ("answer", "computations", "fragments", "open", "seal")

    def __init__(
        self, computations: Sequence[int], seal: int, open_: int, fragments: Sequence[Sequence[int]], answer: int
    ):
        self.computations, self.seal, self.open = computations, seal, open_
        self.fragments, self.answer = fragments, answer


class Mote(Station):
    """A node: its radio and its engine. `link` is that of the running exchange `tag`, in which it is in `state` with
    message `number`, which the own nonce `serves`; `timer` its time; `wake`: when the node will look what is due;
    `is_put_off`: the peer is busy; `is_short`: message 1 is not repeated, since others wait;
    `work_us`: its computations; `busy_to`: link and exchange of a node that is to be told; `open`: links without a
    session, or that are to be answered."""

    __slots__ = (
        "busy_to", "confirms", "fragment", "generation", "hello_due", "hello_interval", "is_initiator",
        "is_put_off", "is_short", "keyed", "kind", "link", "links", "number", "open", "parts", "reads", "resends",
        "serves", "state", "tag", "task", "timer", "tries", "wake", "work_us",
    )  # fmt: skip

    def __init__(self, index: int, kind: Kind):
        super().__init__(index)
        self.kind, self.links, self.open, self.confirms, self.busy_to = kind, {}, [], [], None
        self.state, self.link, self.task = IDLE, None, Due(self)
        self.number = self.fragment = self.tries = self.resends = self.parts = self.tag = self.serves = 0
        self.timer = self.wake = NEVER
        self.hello_due = self.hello_interval = self.generation = self.keyed = self.work_us = 0
        self.reads = self.is_initiator = self.is_put_off = self.is_short = False


class Network(Medium):
    """Motes on a channel, until all links are keyed. `keyed`: links that are so at both ends; `last_keyed`: when the
    last one was; `more_answer`: microseconds that an answer takes longer than its scheme says. From `erased` on no
    node can compute the secret of a new pair."""

    def __init__(
        self,
        environment: simpy.Environment,
        numbers: Mapping[str, int],
        loss: float,
        draw: random.Random,
        messages: int,
    ):
        super().__init__(environment, numbers, loss, draw)
        self.messages, self.tags, self.more_answer = messages, 0, 0
        self.done_event = environment.event()
        self.links = self.keyed = self.last_keyed = 0
        self.erased = NEVER
        self.on_wake, self.on_computed, self.on_opened = (self.woken,), (self.computed,), (self.opened,)
        for name, value in numbers.items():
            if name.endswith("_ms"):
                setattr(self, name[:-3], 1000 * value)
        self.message_tries, self.resends_max = numbers["message_tries"], numbers["resends_max"]
        self.responder_waits, self.failures_max = numbers["responder_waits"], numbers["failures_max"]
        self.pause_doublings = numbers["pause_doublings"]
        mac = numbers["mac_header_bytes"] + numbers["fcs_bytes"]
        self.hello_octets, self.busy_octets = mac + numbers["hello_bytes"], mac + numbers["busy_bytes"]
        self.traffic_octets = mac + numbers["traffic_header_bytes"] + numbers["tag_bytes"]

    def noise(self, bound: int) -> int:
        """A number below the bound."""
        return int(self.random() * bound)

    def begin(self, motes: Sequence[Mote], links: int) -> None:
        """Starts all motes at once; so many links are to be keyed."""
        self.links = links
        for mote in motes:
            mote.open = list(mote.links.values())
            mote.hello_due = self.noise(self.hello_window)
            mote.hello_interval = self.hello_interval_first
            self.arm(mote, mote.hello_due)

    def arm(self, mote: Mote, at: int) -> None:
        """The mote looks what is due at that time, or before."""
        if at < mote.wake:
            mote.wake = at
            due = Due(mote)
            due.callbacks = self.on_wake
            now = self.environment._now
            self.schedule(due, NORMAL, at - now if at > now else 0)

    def woken(self, due: Due) -> None:
        mote = due.station
        if mote.wake <= self.environment._now:  # else it looked earlier, and will look later
            mote.wake = NEVER
            self.poll(mote)

    def poll(self, mote: Mote) -> None:
        """Does what is due, and arranges to do so again."""
        now, state = self.environment._now, mote.state
        begins = answers = NEVER
        found = answered = None
        for link in mote.open:
            if link.answers:
                if link.due < answers:
                    answers, answered = link.due, link
            elif link.due < begins and link.is_lesser and link is not mote.link:
                begins, found = link.due, link
        is_held = self.is_held(mote)
        if begins <= now and (state == IDLE or (is_held and found is not mote.link)):
            if is_held:
                self.fail(mote, False)
            self.begin_exchange(mote, found)
        elif state in (WAITING, GATHERING) and mote.timer <= now:
            self.repeat(mote)
            if mote.state == IDLE:
                self.poll(mote)
                return
        if mote.frame is None and (
            mote.hello_due <= now
            or answers <= now
            or mote.confirms
            or mote.busy_to is not None
            or (mote.state == SENDING and mote.timer <= now)
        ):
            self.fill(mote, now, answered if answers <= now else None)
        self.arm(mote, self.next_due(mote, begins, answers))

    @staticmethod
    def next_due(mote: Mote, begins: int, answers: int) -> int:
        """When the mote has to look again, unless something comes from the radio or a computation ends."""
        state, at = mote.state, NEVER
        is_free = mote.frame is None
        if is_free:
            at = mote.hello_due if mote.hello_due < answers else answers
        if state == IDLE:
            return begins if begins < at else at
        if state == WAITING and mote.is_put_off:
            at = min(at, begins)
        if state in (WAITING, GATHERING) or (state == SENDING and is_free):
            return mote.timer if mote.timer < at else at
        return at

    @staticmethod
    def wants_exchange(link: Link) -> bool:
        """Whether an exchange with the neighbour is to be begun here."""
        return link.is_lesser and not link.keyed and link.due < NEVER

    # The transmission

    def fill(self, mote: Mote, now: int, answered: Link | None) -> None:
        """Gives the free transmission what is most urgent; a HELLO to one neighbour may be."""
        if mote.busy_to is not None:
            (link, tag), mote.busy_to = mote.busy_to, None
            self.send(mote, Frame(mote, link.peer, self.busy_octets, BUSY, (link.mate, tag), self.header))
        elif mote.confirms:
            link = mote.confirms.pop(0)
            seal = mote.kind.seal
            mote.work_us += seal
            self.send(mote, Frame(mote, link.peer, self.traffic_octets, TRAFFIC, (link.mate,), self.header), seal)
        elif mote.state == SENDING and mote.timer <= now:
            self.send_fragment(mote)
        elif answered:
            self.send_answer(mote, answered, now)
        elif mote.hello_due <= now:
            self.send_hello(mote, now)

    def send_fragment(self, mote: Mote) -> None:
        fragments, number = mote.kind.fragments[mote.number], mote.fragment
        link = mote.link
        content = (link.mate, mote.tag, mote.number, number, len(fragments) - 1, link.nonce)
        self.send(mote, Frame(mote, link.peer, fragments[number], FRAGMENT, content, self.header))

    def send_hello(self, mote: Mote, now: int) -> None:
        """The HELLO to all."""
        mote.hello_due = now + mote.hello_interval + self.noise(self.hello_window)
        mote.hello_interval = min(2 * mote.hello_interval, self.hello_interval_last)
        self.send(mote, Frame(mote, ALL, self.hello_octets, HELLO, mote.generation, self.header))

    def send_answer(self, mote: Mote, link: Link, now: int) -> None:
        """A HELLO to one neighbour; a nonce that served for a session with it does not serve again."""
        link.answers, link.due = False, NEVER
        if link.keyed:
            mote.open.remove(link)
        if link.used == mote.generation:
            mote.generation += 1
        content = (link.mate, mote.generation, not link.keyed)
        self.send(mote, Frame(mote, link.peer, self.hello_octets, HELLO, content, self.header))

    def finished(self, mote: Mote, frame: Frame, is_sent: bool) -> None:
        """A transmission has ended with all its repetitions."""
        if not frame.is_dropped:
            if frame.kind == FRAGMENT:
                self.fragment_ended(mote, is_sent)
            elif frame.target is ALL and not is_sent:
                mote.hello_due = self.environment._now + self.noise(self.hello_window)
        self.poll(mote)

    def forget_fragment(self, mote: Mote) -> None:
        """A fragment that waits is not sent any more; the outcome of one in the radio does not matter."""
        frame = mote.frame
        if frame is not None and frame.kind == FRAGMENT:
            if mote.engaged:
                frame.kind = TRAFFIC
            else:
                frame.is_dropped = True

    # HELLOs

    def delivered(self, frame: Frame, mote: Mote) -> None:
        """A frame for the mote has come."""
        kind, content = frame.kind, frame.content
        if frame.target is ALL:
            if link := mote.links.get(frame.sender):
                self.receive_hello(mote, link, content, False)
        elif kind == FRAGMENT:
            self.receive_fragment(mote, *content)
            if mote.state != COMPUTING or mote.busy_to is not None:
                self.poll(mote)
        elif kind == HELLO:
            self.receive_hello(mote, content[0], content[1], content[2])
        elif kind == BUSY:
            self.receive_busy(mote, *content)
            self.poll(mote)
        else:
            self.receive_traffic(mote, content[0])

    def receive_hello(self, mote: Mote, link: Link, generation: int, is_keyless: bool) -> None:
        now = self.environment._now
        is_new = link.nonce != generation
        link.nonce = generation
        if link.keyed:  # nodes that restart, or lose a session, are beyond this model
            return
        if link.is_lesser:
            if is_new or link.failures >= self.failures_max:
                link.failures, link.due = 0, now + self.noise(self.begin_window)
                self.arm(mote, link.due)
        elif is_keyless or mote.state == IDLE or mote.link is not link:
            self.answer(mote, link, self.answer_soon if is_keyless else self.answer_delay)

    def answer(self, mote: Mote, link: Link, delay: int) -> None:
        """A HELLO to it alone, soon."""
        if not link.answers:
            link.answers, link.due = True, self.environment._now + delay + self.noise(delay)
            if link.keyed:
                mote.open.append(link)
            self.arm(mote, link.due)

    # The exchange

    def begin_exchange(self, mote: Mote, link: Link) -> None:
        self.tags += 1
        mote.link, mote.tag, mote.number, mote.is_initiator = link, self.tags, 1, True
        mote.is_short = any(other is not link and self.wants_exchange(other) for other in mote.open)
        mote.tries = self.message_tries - 1 if mote.is_short else 0
        self.compute(mote, False)

    def compute(self, mote: Mote, reads: bool) -> None:
        mote.state, mote.reads = COMPUTING, reads
        time = mote.kind.computations[mote.number if reads else 0]
        mote.work_us += time
        mote.task.callbacks = self.on_computed
        self.schedule(mote.task, NORMAL, time)

    def computed(self, due: Due) -> None:
        """The message that was written is sent, or the last one has been read."""
        mote = due.station
        if mote.reads and mote.number <= 2 and self.environment._now > self.erased:
            self.fail(mote, True)
        elif mote.reads and mote.number == self.messages:
            mote.confirms.append(mote.link)
            self.install(mote)
        else:
            if mote.reads:
                mote.number, mote.tries, mote.is_short = mote.number + 1, 0, False
            mote.state, mote.timer = SENDING, self.environment._now
            mote.fragment = mote.resends = 0
        self.poll(mote)

    def is_held(self, mote: Mote) -> bool:
        """Whether it waits for a busy peer: whatever else there is to do goes before."""
        return mote.state == WAITING and mote.is_put_off

    def end_exchange(self, mote: Mote) -> None:
        self.forget_fragment(mote)
        mote.state, mote.link, mote.parts = IDLE, None, 0
        mote.tries, mote.is_put_off, mote.is_short = 0, False, False

    def fail(self, mote: Mote, counts: bool) -> None:
        """Ends the exchange; an initiator tries again later."""
        if mote.is_initiator:
            link = mote.link
            counts = counts and not mote.is_put_off
            pause = mote.kind.answer << min(link.failures, self.pause_doublings)
            if mote.is_put_off:
                pause = mote.kind.answer
            link.due = self.environment._now + pause // 2 + self.noise(pause)
            link.failures += counts
            if link.failures >= self.failures_max:
                link.due = NEVER  # until its next HELLO
        self.end_exchange(mote)

    def repeats_messages(self, mote: Mote) -> bool:
        """The initiator repeats its messages, the responder the last one alone."""
        return mote.is_initiator or mote.number == self.messages

    def fragment_ended(self, mote: Mote, is_sent: bool) -> None:
        """A fragment is with the peer, or was given up for the moment."""
        if mote.state != SENDING:
            return
        now = self.environment._now
        if not is_sent:
            mote.timer = now + self.resend + self.noise(self.resend)
            mote.resends += 1
            if mote.resends > self.resends_max:
                self.fail(mote, True)
            return
        mote.fragment += 1
        if mote.fragment == len(mote.kind.fragments[mote.number]):
            mote.state, answer = WAITING, mote.kind.answer
            doublings = 0 if mote.is_put_off or mote.is_short else mote.tries
            wait = answer << doublings if self.repeats_messages(mote) else answer * self.responder_waits
            mote.timer = now + wait

    def repeat(self, mote: Mote) -> None:
        """An answer is late."""
        mote.tries += 1
        if mote.state == GATHERING or not self.repeats_messages(mote) or mote.tries >= self.message_tries:
            self.fail(mote, True)
            return
        mote.state = SENDING
        mote.fragment = mote.resends = 0

    def receive_fragment(
        self, mote: Mote, link: Link, tag: int, number: int, fragment: int, others: int, generation: int
    ) -> None:
        if mote.state != IDLE and mote.link is link and mote.tag == tag:
            self.receive_own(mote, number, fragment, others)
        elif link.keyed and link.tag == tag and number == self.messages:
            if fragment == others and link not in mote.confirms:
                mote.confirms.append(link)
        elif number == 1 and not link.is_lesser and fragment == 0:
            self.receive_first(mote, link, tag, others, generation)

    def receive_own(self, mote: Mote, number: int, fragment: int, others: int) -> None:
        state = mote.state
        is_sent = state == WAITING or (
            state == SENDING and mote.frame is not None and mote.frame.kind == FRAGMENT and mote.engaged
        )
        if state == GATHERING and number == mote.number:
            self.gather(mote, fragment, others)
        elif is_sent and number == mote.number + 1:
            self.forget_fragment(mote)
            mote.number, mote.parts = number, 0
            self.gather(mote, fragment, others)
        elif state == WAITING and number + 1 == mote.number and fragment == others:
            mote.state, mote.timer = SENDING, self.environment._now
            mote.fragment = mote.resends = 0

    def receive_first(self, mote: Mote, link: Link, tag: int, others: int, generation: int) -> None:
        """Message 1: an exchange begins, unless another one runs."""
        if link.used >= generation:
            self.answer(mote, link, self.answer_soon)
            return
        if self.is_held(mote) and mote.link is not link:
            self.fail(mote, False)
        if mote.state != IDLE:
            mote.busy_to = (link, tag)
            return
        link.answers = False
        mote.link, mote.tag, mote.number, mote.parts, mote.is_initiator = link, tag, 1, 0, False
        mote.serves = generation
        self.gather(mote, 0, others)

    def gather(self, mote: Mote, fragment: int, others: int) -> None:
        """Takes a fragment; the computation begins when it was the last one."""
        mote.state, mote.timer, mote.is_put_off = GATHERING, self.environment._now + self.fragments, False
        mote.parts |= 1 << fragment
        if mote.parts == (2 << others) - 1:
            mote.parts = 0
            self.compute(mote, True)

    def receive_busy(self, mote: Mote, link: Link, tag: int) -> None:
        waits = mote.number == 1 and (mote.state == SENDING or mote.state == WAITING)
        if waits and mote.is_initiator and mote.link is link and mote.tag == tag:
            mote.is_put_off, mote.tries = True, self.message_tries - 1

    # Sessions

    def install(self, mote: Mote) -> None:
        """The session of the exchange is the neighbour's."""
        link = mote.link
        link.failures, link.tag = 0, mote.tag
        if not link.keyed and not link.answers:
            mote.open.remove(link)
        if not mote.is_initiator:
            link.used = mote.serves
        if not link.keyed:
            link.keyed = True
            mote.keyed += 1
            if link.mate.keyed:
                self.keyed += 1
                self.last_keyed = self.environment._now
                if self.keyed == self.links:
                    self.done_event.succeed()
        self.end_exchange(mote)

    def receive_traffic(self, mote: Mote, link: Link) -> None:
        """The confirmation of a session: it takes the time to open."""
        if mote.link is link and mote.number == self.messages and mote.state in (SENDING, WAITING):
            due = Due((mote, mote.tag))
            due.callbacks = self.on_opened
            mote.work_us += mote.kind.open
            self.schedule(due, NORMAL, mote.kind.open)
        elif not link.keyed and not self.wants_exchange(link) and mote.link is not link:
            self.answer(mote, link, self.answer_soon)

    def opened(self, due: Due) -> None:
        mote, tag = due.station
        if mote.tag == tag and mote.state in (SENDING, WAITING) and mote.number == self.messages:
            self.install(mote)
            self.poll(mote)
