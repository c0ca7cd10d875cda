/* The little of Contiki that TinyDTLS calls: one process that resends and never runs here, timers that never fire, a
 * clock that stands, blocks of memory. Written for this bench; Contiki's own take about as much. */
#ifndef IMPLEMENTATION_CONTIKI_H
#define IMPLEMENTATION_CONTIKI_H

#include <stddef.h>
#include <stdint.h>

typedef unsigned short clock_time_t;
#define CLOCK_SECOND 128

static inline clock_time_t clock_time(void)
{
    return 0;
}

static inline void clock_init(void)
{
}

struct etimer {
    struct etimer *next;
    clock_time_t start, interval;
    void *process;
};

static inline void etimer_set(struct etimer *timer, clock_time_t interval)
{
    timer->start = clock_time();
    timer->interval = interval;
}

static inline int etimer_expired(struct etimer *timer)
{
    return !timer->interval;
}

#define PROCESS_EVENT_TIMER            1
#define PROCESS(name, title)           extern const char name##_needs_no_object
#define PROCESS_THREAD(name, ev, data) __attribute__((unused)) static int name##_thread(int ev, void *data)
#define PROCESS_BEGIN()                (void)data
#define PROCESS_END()                  return 0
#define PROCESS_YIELD()                return 1
#define PROCESS_CONTEXT_BEGIN(process) ((void)0)
#define PROCESS_CONTEXT_END(process)   ((void)0)
#define process_start(process, data)   ((void)0)

#endif
