#include <stddef.h>

/// Takes all events from libyaml and drops them; returns how many there were, or -1 after an error.
long raw_libyaml_events(const unsigned char *text, size_t size);

/// The processor time that this process has used: other work on the machine disturbs it less than a clock.
double processor_milliseconds(void);
