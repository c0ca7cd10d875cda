"""The private key from the product d r of ECDSA signatures: r is known, d is the same in each.

Row 0 of d r writes the words of d r_0: word j is the lower half of d_j r_0 + carry. The words of d are guessed one
after the other. The right one predicts the bits that are stored, and with them the next carry. Correlation analysis
of this product: Hutter, Medwed, Hein and Wolkerstorfer, "Attacking ECDSA-Enabled RFID Devices", ACNS 2009."""

import numpy as np

from motelab.boards.selection import Selection
from motelab.common.errors import MotecurveError
from motelab.leakage import matrix, results, routines, statistics
from motelab.leakage.campaign import Campaign, Progress, Window
from motelab.leakage.results import Question, Row
from motelab.measure.operation_counts import multiple

OPERATION, PRODUCT = "ecdsa-sign", "_mul_reduce_montgomery_cios"
FROM_LAST = 3  # products modulo n that end a signature: d r, k in Montgomery form, (e + d r) / k
GUESSES = 1 << 12  # at a time
WHOLE_BITS, PART_BITS, KEPT = 16, 8, 64  # longer words are guessed by parts, of which 64 guesses go on
LOOK, ALMOST = 3, 0.8  # an instruction is given up after so many words if it is so much worse than the best one before


def attack(campaign: Campaign, asked: Question, progress: Progress | None = None) -> list[Row]:
    """One row: whether the key was recovered, with `recovered` and `evidence`."""
    chosen = campaign.asked.chosen
    if chosen.operation.name != OPERATION:
        raise MotecurveError(f"--test product attacks signatures: take --op {OPERATION}")
    begin, end, address = place(campaign)
    campaign.window = Window(str(begin), str(end))
    traces, outputs = campaign.matrix_with_outputs(asked.traces, progress)
    known = np.array([first_word(output, chosen) for output in outputs], np.uint64)
    # A trace that parted before, as after a rejected nonce, has no samples here.
    same = np.asarray(traces).any(axis=1)
    samples = matrix.noisy(np.asarray(traces)[same], asked.sigma, campaign.asked.seed)
    words, strengths = guessed(samples, campaign.kept, known[same], chosen)
    secret = key_of(words, chosen, campaign.asked.secret("fixed", 0))
    found = results.described(campaign, asked, 0) | results.where(campaign, address)
    weakest = "no instruction runs once a word, as in a loop that is unrolled"
    if strengths:
        weakest = f"correlations of the chosen words from {min(strengths):.2f} to {max(strengths):.2f}"
    told = "the private key is recovered" if secret else "the private key is not recovered"
    words_told = f"{told} from {asked.traces} signatures; {weakest}"
    found |= {"instruction": f"{address:#x}", "leaks": bool(secret), "threshold": None, "parted": 0}
    return [found | {"recovered": bool(secret), "evidence": words_told}]


def place(campaign: Campaign) -> tuple[int, int, int]:
    """First sample of the product d r, the one after its last, and the routine's address; MotecurveError if the image
    multiplies otherwise."""
    names = routines.of(campaign.image.path)
    addresses = campaign.addresses
    numbers = names.numbers(addresses)
    wanted = [i for i, name in enumerate(names.names) if name.endswith(PRODUCT) and "order" in name]
    entries = np.flatnonzero(np.isin(addresses, names.starts[wanted])) if wanted else np.array([])
    if len(entries) < FROM_LAST:
        raise MotecurveError("--test product knows products by mul_reduce_montgomery_cios, and the image has none")
    entry = int(entries[-FROM_LAST])
    back = np.flatnonzero(numbers[entry + 1 :] == numbers[entry - 1])
    return entry, entry + 1 + int(back[0]), int(addresses[entry])


def first_word(output: bytes, chosen: Selection) -> int:
    """The lowest word of r, which follows the status in what a signature's image writes."""
    size = chosen.board.word_bits // 8
    end = 1 + (chosen.curve.order.bit_length() + 7) // 8
    return int.from_bytes(output[end - size : end], "big")


def guessed(
    samples: np.ndarray, addresses: np.ndarray, known: np.ndarray, chosen: Selection
) -> tuple[list[int], list[float]]:
    """The words of the secret factor, lowest first, and the correlation of each. The loop of row 0 runs each of its
    instructions once a word, and several of them handle what is stored. The guesses are of the sum of those that are
    predicted almost as well as the best one: each has noise of its own."""
    bits = chosen.board.word_bits
    count = -(-chosen.curve.order.bit_length() // bits)
    standard = statistics.standardised(samples)
    tried, most = [], 0.0
    for address in np.unique(addresses):
        places = np.flatnonzero(addresses == address)
        if len(places) >= count * count:
            columns = standard[:, places[:count]]
            strength = sum(guessed_by(columns, known, bits, most / count)[1])
            tried.append((strength, columns))
            most = max(most, strength)
    near = [columns for strength, columns in tried if strength and strength >= ALMOST * most]
    return guessed_by(statistics.standardised(sum(near)), known, bits, 0) if near else ([], [])


def guessed_by(standard: np.ndarray, known: np.ndarray, bits: int, least: float) -> tuple[list[int], list[float]]:
    """The same by one instruction, whose samples are the columns; nothing if the first LOOK of them correlate much less
    than `least`."""
    carry = np.zeros(len(known), np.uint64)
    words: list[int] = []
    strengths: list[float] = []
    for column in standard.T:
        word, strength = best(column, known, carry, bits)
        words.append(word)
        strengths.append(strength)
        carry = (np.uint64(word) * known + carry) >> np.uint64(bits)
        if len(words) == LOOK and sum(strengths) < LOOK * least * ALMOST:
            return [], []
    return words, strengths


def best(column: np.ndarray, known: np.ndarray, carry: np.ndarray, bits: int) -> tuple[int, float]:
    """The guess of a word whose stored half correlates most with a sample, and its correlation. The lowest bits of the
    half follow from the lowest bits of the word, so a long word is guessed in parts, of which the best ones go on."""
    part = bits if bits <= WHOLE_BITS else PART_BITS
    kept, strengths = np.zeros(1, np.uint64), np.zeros(1)
    for begin in range(0, bits, part):
        guesses = (np.arange(1 << part, dtype=np.uint64)[:, None] << np.uint64(begin) | kept).ravel()
        r = predicted(column, known, carry, guesses, np.uint64((1 << begin + part) - 1))
        strongest = np.argsort(-r, kind="stable")[:KEPT]
        kept, strengths = guesses[strongest], r[strongest]
    return int(kept[0]), float(strengths[0])


def predicted(
    column: np.ndarray, known: np.ndarray, carry: np.ndarray, guesses: np.ndarray, mask: np.uint64
) -> np.ndarray:
    """The correlation of each guess."""
    found = []
    for begin in range(0, len(guesses), GUESSES):
        stored = (known[:, None] * guesses[begin : begin + GUESSES] + carry[:, None]) & mask
        found.append(statistics.standardised(np.bitwise_count(stored).astype(np.float32)).T @ column)
    return np.concatenate(found)


def key_of(words: list[int], chosen: Selection, secret: int) -> int | None:
    """The private key that these words are, as they are or in Montgomery form, if its public key is that of the
    secret."""
    bits, order = chosen.board.word_bits, chosen.curve.order
    factor = sum(word << bits * i for i, word in enumerate(words))
    candidates = (factor % order, factor * pow(1 << bits * len(words), -1, order) % order)
    public = multiple(chosen.curve, secret)
    return next((d for d in candidates if d and multiple(chosen.curve, d) == public), None)
