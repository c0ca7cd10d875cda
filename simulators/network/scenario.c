#include "scenario.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "failure.h"
#include "network.h"
#include "processors.h"

enum { LINE_MAX = 16384, WORDS_MAX = 8 };

struct line {
    unsigned number;
    char *words[WORDS_MAX];
    unsigned count;
};

static uint64_t seed;

_Noreturn static void refuse(const struct line *line, const char *why)
{
    fail(STATUS_USAGE, "line %u of the scenario, %s: %s", line->number, line->words[0], why);
}

static double fraction(const struct line *line, unsigned word)
{
    char *end;
    double value = strtod(line->words[word], &end);
    if (*end != '\0' || !(value >= 0) || value > 1e9)
        refuse(line, "a number is needed that is not negative");
    return value;
}

static uint64_t whole(const struct line *line, unsigned word, uint64_t most)
{
    char *end;
    uint64_t value = strtoull(line->words[word], &end, 10);
    if (*end != '\0' || line->words[word][0] == '-' || value > most)
        refuse(line, "a whole number is needed, and a lesser one");
    return value;
}

static uint64_t moment(const struct line *line, unsigned word)
{
    return (uint64_t)(fraction(line, word) * (double)SECOND + 0.5);
}

static unsigned mote_of(const struct line *line, unsigned word)
{
    if (network.count == 0)
        refuse(line, "there is no mote yet");
    return (unsigned)whole(line, word, network.count - 1);
}

static size_t octets(const struct line *line, unsigned word, uint8_t *out, size_t most)
{
    const char *text = line->words[word];
    if (strcmp(text, "-") == 0)
        return 0;
    size_t bytes = strlen(text) / 2;
    if (bytes > most)
        refuse(line, "too many octets");
    for (size_t i = 0; i < bytes; i++) {
        char pair[3] = {text[2 * i], text[2 * i + 1], '\0'};
        char *end;
        out[i] = (uint8_t)strtoul(pair, &end, 16);
        if (*end != '\0')
            refuse(line, "octets are pairs of hexadecimal digits");
    }
    return bytes;
}

static void add_mote(const struct line *line)
{
    if (network.count == MOTES_MAX)
        refuse(line, "too many motes");
    struct mote *mote = &network.motes[network.count];
    *mote = (struct mote){.index = network.count, .own = (uint16_t)whole(line, 1, BROADCAST - 1)};
    mote->frequency_hz = (uint32_t)whole(line, 3, UINT32_MAX);
    mote->boot = moment(line, 4);
    mote->settings_bytes = octets(line, 6, mote->settings, sizeof mote->settings);
    memset(mote->store, 0xff, sizeof mote->store);
    octets(line, 7, mote->store, sizeof mote->store);
    mote->random = generator_new(seed, 1 + network.count);
    mote->processor.kind = processor_find(line->words[2]);
    mote->processor.machine =
        mote->processor.kind->open(mote, line->words[2], mote->frequency_hz, strdup(line->words[5]));
    network.count++;
}

static void add_link(const struct line *line)
{
    unsigned a = mote_of(line, 1), b = mote_of(line, 2);
    if (a == b)
        refuse(line, "a mote is no neighbour of itself");
    network.motes[a].known[b].is_neighbour = network.motes[b].known[a].is_neighbour = true;
}

static void add_outage(const struct line *line)
{
    if (network.outage_count == OUTAGES_MAX)
        refuse(line, "too many outages");
    struct outage outage = {.mote = mote_of(line, 1), .begin = moment(line, 2), .again = NEVER};
    if (line->count == 4)
        outage.again = moment(line, 3);
    if (outage.again <= outage.begin)
        refuse(line, "it is switched on before it is switched off");
    network.outages[network.outage_count++] = outage;
}

static void set_seed(const struct line *line)
{
    seed = whole(line, 1, UINT64_MAX);
    network.medium.random = generator_new(seed, 0);
}

static void set_loss(const struct line *line)
{
    network.medium.loss = fraction(line, 1);
}

static void set_limit(const struct line *line)
{
    network.limit = moment(line, 1);
}

static void set_messages(const struct line *line)
{
    network.messages = (uint32_t)whole(line, 1, UINT32_MAX);
}

static void set_capture(const struct line *line)
{
    network.medium.capture = capture_open(line->words[1]);
}

static void obey(const struct line *line)
{
    static const struct {
        const char *name;
        unsigned least, most; /* words */
        void (*obey)(const struct line *line);
    } known[] = {
        {"seed", 2, 2, set_seed},         {"loss", 2, 2, set_loss},       {"limit", 2, 2, set_limit},
        {"messages", 2, 2, set_messages}, {"capture", 2, 2, set_capture}, {"mote", 8, 8, add_mote},
        {"link", 3, 3, add_link},         {"off", 3, 4, add_outage},
    };
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(line->words[0], known[i].name) == 0) {
            if (line->count < known[i].least || line->count > known[i].most)
                refuse(line, "another number of words is needed");
            known[i].obey(line);
            return;
        }
    refuse(line, "unknown");
}

void scenario_read(FILE *input)
{
    static char text[LINE_MAX];
    struct line line = {.number = 0};
    while (fgets(text, sizeof text, input) != NULL) {
        line.number++;
        line.count = 0;
        for (char *word = strtok(text, "\t\n"); word != NULL && line.count < WORDS_MAX; word = strtok(NULL, "\t\n"))
            line.words[line.count++] = word;
        if (line.count != 0)
            obey(&line);
    }
}
