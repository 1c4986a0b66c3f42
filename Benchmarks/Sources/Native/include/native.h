#include <stddef.h>

/// Takes all events from libyaml and drops them; returns how many there were, or -1 after an error.
long raw_libyaml_events(const unsigned char *text, size_t size);

/// The processor time that this process has used, in nanoseconds: other work on the machine disturbs it less than a clock.
double processor_nanoseconds(void);

/// The bytes that are allocated and not freed; 0 where that cannot be asked.
size_t allocated_bytes(void);

/// Callgrind begins a new count wherever this is called.
void benchmark_mark(void);
