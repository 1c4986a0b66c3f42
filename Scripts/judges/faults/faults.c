// Makes the n-th call of one kind fail, or sends this process a signal just before it. Loaded with LD_PRELOAD.
//   FAULT_CALL   which call: open, read, write, stat, rename, …; malloc for libyaml's, since Swift ends where it gets none
//   FAULT_NUMBER the first is 1
//   FAULT_ERROR  the error number that it fails with, or
//   FAULT_SIGNAL the signal that is sent before it
//   FAULT_COUNTS a file to write how often each was called to, once all is over
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { OPEN, READ, WRITE, CLOSE, STAT, LSTAT, FSTAT, RENAME, LINK, UNLINK, MKDIR, FSYNC, FCHMOD, FCHOWN, FLOCK, ACCESS,
       OPENDIR, READDIR, REALPATH, MALLOC, KINDS };
static const char *const names[KINDS] = {
  "open", "read", "write", "close", "stat", "lstat", "fstat", "rename", "link", "unlink", "mkdir", "fsync", "fchmod",
  "fchown", "flock", "access", "opendir", "readdir", "realpath", "malloc"};
static long counts[KINDS];
static int is_running;
static int wanted = -1, error_number, signal_number;
static long number;
static int (*program)(int, char **, char **);

/// Whether this call is the one that is to fail.
static int fails(int kind) {
  if (!is_running) return 0;
  long count = __atomic_add_fetch(&counts[kind], 1, __ATOMIC_SEQ_CST);
  if (kind != wanted || count != number) return 0;
  if (signal_number) { raise(signal_number); return 0; }
  errno = error_number;
  return 1;
}

static long value(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

/// Where libyaml's code is.
static char *libyaml, *libyaml_end;

static int find_libyaml(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  if (!strstr(object->dlpi_name, "libyaml")) return 0;
  libyaml = (char *)object->dlpi_addr;
  for (int part = 0; part < object->dlpi_phnum; part++) {
    char *end = libyaml + object->dlpi_phdr[part].p_vaddr + object->dlpi_phdr[part].p_memsz;
    if (object->dlpi_phdr[part].p_type == PT_LOAD && end > libyaml_end) libyaml_end = end;
  }
  return 1;
}

static int run(int argc, char **argv, char **environment) {
  const char *call = getenv("FAULT_CALL");
  for (int kind = 0; call && kind < KINDS; kind++) if (!strcmp(call, names[kind])) wanted = kind;
  number = value("FAULT_NUMBER");
  error_number = (int)value("FAULT_ERROR");
  signal_number = (int)value("FAULT_SIGNAL");
  dl_iterate_phdr(find_libyaml, NULL);
  is_running = 1;
  return program(argc, argv, environment);
}

/// What the dynamic loader and the runtime do before the program begins is none of its calls.
int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void *stack_end) {
  int (*start)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *) =
    dlsym(RTLD_NEXT, "__libc_start_main");
  program = main;
  return start(run, argc, argv, init, fini, loader_fini, stack_end);
}

__attribute__((destructor)) static void tell(void) {
  is_running = 0;
  const char *path = getenv("FAULT_COUNTS");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  for (int kind = 0; kind < KINDS; kind++) fprintf(file, "%s %ld\n", names[kind], counts[kind]);
  fclose(file);
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int open_mode(int flags, va_list rest) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
}

int open(const char *path, int flags, ...) {
  REAL(open);
  va_list rest;
  va_start(rest, flags);
  int mode = open_mode(flags, rest);
  va_end(rest);
  return fails(OPEN) ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  REAL(open64);
  va_list rest;
  va_start(rest, flags);
  int mode = open_mode(flags, rest);
  va_end(rest);
  return fails(OPEN) ? -1 : real(path, flags, mode);
}

extern void *__libc_malloc(size_t), *__libc_realloc(void *, size_t);
#define IS_FOR_LIBYAML ((char *)__builtin_return_address(0) >= libyaml && (char *)__builtin_return_address(0) < libyaml_end)

void *malloc(size_t size) { return IS_FOR_LIBYAML && fails(MALLOC) ? NULL : __libc_malloc(size); }
void *realloc(void *memory, size_t size) {
  return IS_FOR_LIBYAML && fails(MALLOC) ? NULL : __libc_realloc(memory, size);
}
char *strdup(const char *text) {
  if (IS_FOR_LIBYAML && fails(MALLOC)) return NULL;
  size_t size = strlen(text) + 1;
  char *copy = __libc_malloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}

ssize_t read(int file, void *bytes, size_t count) { REAL(read); return fails(READ) ? -1 : real(file, bytes, count); }
ssize_t write(int file, const void *bytes, size_t count) {
  REAL(write);
  return fails(WRITE) ? -1 : real(file, bytes, count);
}
int close(int file) {
  REAL(close);
  int fault = fails(CLOSE), code = errno, result = real(file);
  if (fault) errno = code;
  return fault ? -1 : result;
}
int stat(const char *path, struct stat *status) { REAL(stat); return fails(STAT) ? -1 : real(path, status); }
int lstat(const char *path, struct stat *status) { REAL(lstat); return fails(LSTAT) ? -1 : real(path, status); }
int fstat(int file, struct stat *status) { REAL(fstat); return fails(FSTAT) ? -1 : real(file, status); }
int rename(const char *from, const char *to) { REAL(rename); return fails(RENAME) ? -1 : real(from, to); }
int link(const char *from, const char *to) { REAL(link); return fails(LINK) ? -1 : real(from, to); }
int unlink(const char *path) { REAL(unlink); return fails(UNLINK) ? -1 : real(path); }
int mkdir(const char *path, mode_t mode) { REAL(mkdir); return fails(MKDIR) ? -1 : real(path, mode); }
int fsync(int file) { REAL(fsync); return fails(FSYNC) ? -1 : real(file); }
int fchmod(int file, mode_t mode) { REAL(fchmod); return fails(FCHMOD) ? -1 : real(file, mode); }
int fchown(int file, uid_t user, gid_t group) { REAL(fchown); return fails(FCHOWN) ? -1 : real(file, user, group); }
int flock(int file, int how) { REAL(flock); return fails(FLOCK) ? -1 : real(file, how); }
int access(const char *path, int how) { REAL(access); return fails(ACCESS) ? -1 : real(path, how); }
DIR *opendir(const char *path) { REAL(opendir); return fails(OPENDIR) ? NULL : real(path); }
struct dirent *readdir(DIR *folder) { REAL(readdir); return fails(READDIR) ? NULL : real(folder); }
char *realpath(const char *path, char *result) { REAL(realpath); return fails(REALPATH) ? NULL : real(path, result); }
