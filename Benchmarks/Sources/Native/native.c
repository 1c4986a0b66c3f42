#include "native.h"
#include <time.h>
#include <yaml.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

long raw_libyaml_events(const unsigned char *text, size_t size) {
  yaml_parser_t parser;
  yaml_event_t event;
  long count = 0;
  if (!yaml_parser_initialize(&parser)) return -1;
  yaml_parser_set_input_string(&parser, text, size);
  for (;;) {
    if (!yaml_parser_parse(&parser, &event)) {
      count = -1;
      break;
    }
    count++;
    int type = event.type;
    yaml_event_delete(&event);
    if (type == YAML_STREAM_END_EVENT) break;
  }
  yaml_parser_delete(&parser);
  return count;
}

double processor_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

size_t allocated_bytes(void) {
#ifdef __GLIBC__
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

__attribute__((noinline)) void benchmark_mark(void) { __asm__ volatile("" ::: "memory"); }
