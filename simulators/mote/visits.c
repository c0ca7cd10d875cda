#include "visits.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "session.h"

struct stay {
    uint64_t first, end;
};

struct visits {
    uint32_t code_end;
    bool *is_part; /* by address */
    struct stay *stays;
    size_t count;
};

void visits_open(struct session *session)
{
    const char *path = session->options.visits;
    const uint32_t code_end = session->image.code_end;
    struct visits *visits = session->visits = path == NULL ? NULL : allocate(1, sizeof *visits);
    uint32_t begin, end;
    int read;
    if (path == NULL)
        return;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail(STATUS_FILE, "cannot read %s: %s", path, strerror(errno));
    visits->code_end = code_end;
    visits->is_part = allocate(code_end, sizeof *visits->is_part);
    while ((read = fscanf(file, "%" SCNu32 " %" SCNu32, &begin, &end)) == 2)
        for (; begin < end && begin < code_end; begin++)
            visits->is_part[begin] = true;
    if (read != EOF)
        fail(STATUS_FILE, "%s: no lines `begin end`", path);
    fclose(file);
}

void visits_before(const struct session *session, const struct moment *now)
{
    struct visits *visits = session->visits;
    const uint64_t at = session->meter.current.instructions;
    if (!session->meter.inside || session->meter.run_count > 0 || now->pc >= visits->code_end ||
        !visits->is_part[now->pc])
        return;
    if (visits->count > 0 && visits->stays[visits->count - 1].end == at) {
        visits->stays[visits->count - 1].end++;
        return;
    }
    if ((visits->count & (visits->count - 1)) == 0) { /* full at each power of two */
        size_t capacity = visits->count == 0 ? 1 : 2 * visits->count;
        visits->stays = realloc(visits->stays, capacity * sizeof *visits->stays);
        if (visits->stays == NULL)
            fail(STATUS_FILE, "out of memory");
    }
    visits->stays[visits->count++] = (struct stay){at, at + 1};
}

void visits_print(const struct visits *visits)
{
    printf(", \"visits\": [");
    for (size_t i = 0; i < visits->count; i++)
        printf("%s[%" PRIu64 ", %" PRIu64 "]", i ? ", " : "", visits->stays[i].first, visits->stays[i].end);
    printf("]");
}
