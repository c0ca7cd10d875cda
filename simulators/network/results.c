#include "results.h"

#include <inttypes.h>
#include <stdio.h>

#include "network.h"

static double seconds(uint64_t nanoseconds)
{
    return (double)nanoseconds / (double)SECOND;
}

static void print_time(const char *name, uint64_t nanoseconds)
{
    if (nanoseconds == NEVER)
        printf("\"%s\": null", name);
    else
        printf("\"%s\": %.9f", name, seconds(nanoseconds));
}

static void print_neighbours(const struct mote *mote)
{
    const char *separator = "";
    printf("\"neighbours\": [");
    for (unsigned i = 0; i < network.count; i++) {
        const struct acquaintance *known = &mote->known[i];
        if (!known->is_neighbour)
            continue;
        printf("%s{\"id\": %u, \"expected\": %s, \"messages\": %" PRIu32 ", ", separator, network.motes[i].own,
               network_is_expected(mote->index, i) ? "true" : "false", known->messages);
        print_time("keyed_s", known->is_keyed ? known->keyed_at : NEVER);
        printf("}");
        separator = ", ";
    }
    printf("]");
}

/* Seconds in each of the radio's states; while it sends, it does not listen. */
static void print_radio(const char *name, const struct counts *counts)
{
    const uint64_t listens = counts->radio[MAILBOX_RADIO_LISTENS];
    printf("\"%s\": {\"send_s\": %.9f, \"listen_s\": %.9f, \"idle_s\": %.9f, \"off_s\": %.9f}, ", name,
           seconds(counts->send), seconds(listens > counts->send ? listens - counts->send : 0),
           seconds(counts->radio[MAILBOX_RADIO_IDLE]), seconds(counts->radio[MAILBOX_RADIO_OFF]));
}

static void print_counts(const struct counts *counts)
{
    printf("\"on_s\": %.9f, \"send_s\": %.9f, \"receive_s\": %.9f, ", seconds(counts->on), seconds(counts->send),
           seconds(counts->receive));
    printf("\"bytes_sent\": %" PRIu64 ", \"bytes_received\": %" PRIu64 ", ", counts->bytes_sent,
           counts->bytes_received);
    printf("\"frames_sent\": %" PRIu64 ", \"frames_received\": %" PRIu64 ", ", counts->frames_sent,
           counts->frames_received);
    printf("\"broadcasts\": %" PRIu64 ", \"acknowledgements_sent\": %" PRIu64 ", ", counts->broadcasts,
           counts->acknowledgements);
    printf("\"channel_busy\": %" PRIu64 ", \"unacknowledged\": %" PRIu64 ", ", counts->channel_busy,
           counts->unacknowledged);
    printf("\"frames_collided\": %" PRIu64 ", \"frames_lost\": %" PRIu64 ", \"frames_dropped\": %" PRIu64 ", ",
           counts->collided, counts->lost, counts->dropped);
}

static void print_mote(const struct mote *mote)
{
    const struct processor *processor = &mote->processor;
    const struct depth depth = processor->kind->depth(processor->machine);
    printf("{\"id\": %u, \"cycles\": %" PRIu64 ", ", mote->own, processor->kind->cycles(processor->machine));
    printf("\"stack_bytes\": %" PRIu32 ", \"task_stack_bytes\": %" PRIu32 ", ", depth.stack, depth.task_stack);
    print_radio("radio", &mote->counts);
    print_radio("radio_until_keyed", &mote->counts_at_keys);
    print_counts(&mote->counts);
    print_neighbours(mote);
    printf("}");
}

void results_print(bool done)
{
    printf("{\"done\": %s, \"end_s\": %.9f, ", done ? "true" : "false", seconds(network.now));
    print_time("time_to_all_keyed_s", network.all_keyed_at);
    printf(", \"motes\": [");
    for (unsigned i = 0; i < network.count; i++) {
        printf("%s", i == 0 ? "\n" : ",\n");
        print_mote(&network.motes[i]);
    }
    printf("]}\n");
}
