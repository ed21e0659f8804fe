// SPDX-License-Identifier: EPL-2.0
// What the parts of the client of the benchmarks share.

#include <pmix.h>
#include <stdbool.h>
#include <stdint.h>

extern pmix_proc_t me;
extern pmix_proc_t job;
extern uint32_t ranks;

void require(const char *what, pmix_status_t status);
double now_us(void);
void report(const char *measure, double value);
void fence(bool collect);
pmix_proc_t other(uint32_t distance);

void measure_fences(int count);
void measure_exchanges(int count, size_t length);
void measure_modex(size_t length);
void measure_gets(size_t length);
void measure_keys(int count);

void measure_events(int count);
void measure_names(int count);
void measure_connects(int count);
void measure_groups(int count);
void measure_queries(int count);
void measure_spawns(int count);
