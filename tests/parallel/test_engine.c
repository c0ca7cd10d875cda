/* The engines themselves: order of phases, messages, what a pool outlives.
 *
 *     test_engine TEST...     order, messages, many, crowd, fork, signal, sleep, nested */
#define _GNU_SOURCE
#include "support.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define PHASES  9
#define THREADS 4

/* A call: each thread raises a plain number of its own in each phase, and reads those of the others in the next. */
typedef struct {
    unsigned done[THREADS];
    unsigned wrong;
    unsigned threads;
    atomic_uint tokens;
} counts;

static void look_at_others(counts *counts, unsigned thread)
{
    for (unsigned other = 0; other < counts->threads; other++)
        if (other != thread && counts->done[other] != counts->done[thread])
            counts->wrong++;
}

static bool raise_own(void *call, unsigned thread)
{
    ((counts *)call)->done[thread]++;
    return true;
}

static bool read_others(void *call, unsigned thread)
{
    if (thread == 0)
        look_at_others(call, thread);
    return true;
}

/* A token goes from the last thread to thread 0, against the order in which one thread runs all parts. */
static bool pass_token(void *call, unsigned thread)
{
    counts *counts = call;
    unsigned at = atomic_load(&counts->tokens);
    if (at == counts->threads - 1 - thread)
        atomic_store(&counts->tokens, at + 1);
    return atomic_load(&counts->tokens) >= counts->threads - thread;
}

static const mc_parallel_phase ORDERED[PHASES] = {
    raise_own, read_others, raise_own, read_others, raise_own, read_others, raise_own, read_others, raise_own,
};
static const mc_parallel_phase MESSAGES[1] = {pass_token};

static void run_ordered(mc_parallel_engine *engine, unsigned threads)
{
    counts counts = {.threads = threads};
    mc_parallel_status status = mc_parallel_engine_run(engine, ORDERED, PHASES, threads, &counts);
    CHECK(status == MC_PARALLEL_OK);
    CHECK(counts.wrong == 0);
    for (unsigned thread = 0; thread < threads; thread++)
        CHECK(counts.done[thread] == (PHASES + 1) / 2);
}

static void test_order(void)
{
    for (unsigned kind = MC_PARALLEL_SEQUENTIAL; kind <= MC_PARALLEL_POOL; kind++) {
        mc_parallel_engine *engine = engine_of((mc_parallel_engine_kind)kind, THREADS);
        CHECK(mc_parallel_engine_threads(engine) == THREADS);
        for (unsigned i = 0; i < 50; i++)
            run_ordered(engine, 1 + i % THREADS); /* threads left out of one call take part in the next */
        mc_parallel_engine_free(engine);
    }
}

static void test_messages(void)
{
    for (unsigned kind = MC_PARALLEL_SEQUENTIAL; kind <= MC_PARALLEL_POOL; kind++) {
        mc_parallel_engine *engine = engine_of((mc_parallel_engine_kind)kind, THREADS);
        counts counts = {.threads = THREADS};
        CHECK(mc_parallel_engine_run(engine, MESSAGES, 1, THREADS, &counts) == MC_PARALLEL_OK);
        CHECK(atomic_load(&counts.tokens) == THREADS);
        mc_parallel_engine_free(engine);
    }
}

static void test_many(void)
{
    mc_parallel_engine *kept[50];
    for (unsigned i = 0; i < 300; i++) {
        mc_parallel_engine *engine = engine_of(MC_PARALLEL_POOL, 2);
        run_ordered(engine, 2);
        mc_parallel_engine_free(engine);
    }
    for (unsigned i = 0; i < 50; i++)
        kept[i] = engine_of(MC_PARALLEL_POOL, 3);
    for (unsigned i = 0; i < 50; i++)
        run_ordered(kept[i], 3);
    for (unsigned i = 0; i < 50; i++)
        mc_parallel_engine_free(kept[i]);
}

/* Every thread of a crowd counts; far more threads than processors. */
static bool count_all(void *call, unsigned thread)
{
    (void)thread;
    atomic_fetch_add((atomic_uint *)call, 1);
    return true;
}

static void test_crowd(void)
{
    static const mc_parallel_phase phases[] = {count_all, count_all, count_all};
    unsigned threads = 4 * (unsigned)sysconf(_SC_NPROCESSORS_ONLN) + 3;
    mc_parallel_engine *engine;
    CHECK(mc_parallel_engine_new(&engine, &(mc_parallel_engine_options){MC_PARALLEL_POOL, threads, true, 0}) ==
          MC_PARALLEL_OK);
    CHECK(mc_parallel_engine_pinned(engine) == 0); /* there are not enough processors */
    for (unsigned i = 1; i <= 20; i++) {
        atomic_uint count = 0;
        CHECK(mc_parallel_engine_run(engine, phases, 3, threads, &count) == MC_PARALLEL_OK);
        CHECK(atomic_load(&count) == 3 * threads);
    }
    mc_parallel_engine_free(engine);
}

/* A child's exit status, which is 0 if it finds no failure; the child ends by itself if it hangs. */
static void run_in_child(mc_parallel_engine *engine)
{
    unsigned pinned = mc_parallel_engine_pinned(engine), threads = mc_parallel_engine_threads(engine);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        run_ordered(engine, threads);
        run_ordered(engine, 2);
        CHECK(mc_parallel_engine_pinned(engine) == pinned);
        mc_parallel_engine_free(engine);
        _exit(failures != 0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void test_fork(void)
{
    mc_parallel_engine *engine = engine_of(MC_PARALLEL_POOL, THREADS);
    run_in_child(engine); /* before a first call, */
    run_ordered(engine, THREADS);
    run_in_child(engine); /* and after one */
    run_ordered(engine, THREADS);
    mc_parallel_engine *pair = engine_of(MC_PARALLEL_POOL, 2); /* bound to processors where there are two */
    run_ordered(pair, 2);
    run_in_child(pair);
    mc_parallel_engine_free(pair);
    pid_t child = fork();
    if (child == 0) { /* a child that frees what it never used */
        mc_parallel_engine_free(engine);
        _exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    run_ordered(engine, THREADS);
    mc_parallel_engine_free(engine);
}

static atomic_uint signals, signals_elsewhere;
static pthread_t own_thread;

static void handle(int number)
{
    (void)number;
    atomic_fetch_add(&signals, 1);
    if (!pthread_equal(pthread_self(), own_thread))
        atomic_fetch_add(&signals_elsewhere, 1);
}

/* A signal that the program's thread blocks waits for it, as no thread of the pool takes it. Those of OpenMP would, so
 * the program runs no other test before. */
static void check_pending_signal(mc_parallel_engine *engine)
{
    sigset_t one, before, pending;
    unsigned seen = atomic_load(&signals);
    sigemptyset(&one);
    sigaddset(&one, SIGALRM);
    CHECK(pthread_sigmask(SIG_BLOCK, &one, &before) == 0);
    CHECK(kill(getpid(), SIGALRM) == 0);
    run_ordered(engine, THREADS);
    CHECK(sigpending(&pending) == 0 && sigismember(&pending, SIGALRM));
    CHECK(atomic_load(&signals) == seen);
    CHECK(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
    CHECK(atomic_load(&signals) == seen + 1);
}

static void test_signal(void)
{
    mc_parallel_engine *engine = engine_of(MC_PARALLEL_POOL, THREADS);
    struct sigaction action = {.sa_handler = handle};
    struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
    own_thread = pthread_self();
    CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
    for (unsigned i = 0; i < 100000 && atomic_load(&signals) < 20; i++)
        run_ordered(engine, 2 + i % 3);
    CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
    CHECK(atomic_load(&signals) >= 20);
    CHECK(atomic_load(&signals_elsewhere) == 0);
    check_pending_signal(engine);
    mc_parallel_engine_free(engine);
}

/* Threads that have gone to sleep wake up. */
static void test_sleep(void)
{
    mc_parallel_engine *engine;
    CHECK(mc_parallel_engine_new(&engine, &(mc_parallel_engine_options){MC_PARALLEL_POOL, THREADS, true, 1}) ==
          MC_PARALLEL_OK);
    for (unsigned i = 0; i < 30; i++) {
        usleep(300);
        run_ordered(engine, 2 + i % 3);
    }
    mc_parallel_engine_free(engine);
}

static mc_parallel_engine *outer;
static mc_parallel_status nested_status;

static bool call_again(void *call, unsigned thread)
{
    if (thread == 0)
        nested_status = mc_parallel_engine_run(outer, MESSAGES, 1, 1, call);
    return true;
}

static void test_nested(void)
{
    static const mc_parallel_phase phases[] = {call_again};
    counts counts = {.threads = 1};
    outer = engine_of(MC_PARALLEL_POOL, 2);
    CHECK(mc_parallel_engine_run(outer, phases, 1, 2, &counts) == MC_PARALLEL_OK);
    CHECK(nested_status == MC_PARALLEL_ERROR_BUSY);
    mc_parallel_engine_free(outer);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {
        {"order", test_order}, {"messages", test_messages}, {"many", test_many},   {"crowd", test_crowd},
        {"fork", test_fork},   {"signal", test_signal},     {"sleep", test_sleep}, {"nested", test_nested},
    };
    unsigned run = 0;
    for (int i = 1; i < argc; i++)
        for (size_t j = 0; j < sizeof tests / sizeof *tests; j++)
            if (strcmp(argv[i], tests[j].name) == 0) {
                tests[j].test();
                run++;
            }
    CHECK(argc > 1 && run == (unsigned)argc - 1);
    return failures != 0;
}
