// Lets one call that changes the disk fail, the N-th below a folder: loaded before the C library by FailingCalls in failing_calls.ts.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

// As failing_calls.ts writes and reads it.
struct control {
  int armed; // 0 while nothing is counted
  int nth;   // which call fails, from 1; 0 for none
  int fault; // the number of the error; 0 for a short write, -9 for the end of the process
  int count; // calls so far
  int fired; // 1 once it has failed
  char what[44];
  int marked;     // how often a file that is to be marked was put in place
  int marks[32];  // the count each time
};

static struct control *control;
static char root[4096];
static const char *marked_name; // the end of a path

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("FAILING_CALLS_CONTROL"), *below = getenv("FAILING_CALLS_ROOT");
  if (!file || !below) return;
  snprintf(root, sizeof root, "%s/", below);
  marked_name = getenv("FAILING_CALLS_MARK");
  int fd = open(file, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *at = mmap(0, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (at != MAP_FAILED) control = at;
  unsetenv("LD_PRELOAD"); // not for what the panel starts
}

static int is_below(const char *path) { return strncmp(path, root, strlen(root)) == 0; }

static int fd_is_below(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static int path_is_below(const char *path) {
  const char *prefix = "/proc/self/fd/";
  if (strncmp(path, prefix, strlen(prefix)) != 0) return is_below(path);
  int fd = atoi(path + strlen(prefix));
  char link[64], real[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, real, sizeof real - 2);
  if (length < 0) return 0;
  real[length] = '/';
  real[length + 1] = 0;
  return is_below(real);
}

// 1 when this call is the one to fail; errno is set then.
static int fails(int concerned, const char *what) {
  if (!control || !control->armed || !concerned) return 0;
  int now = __atomic_add_fetch(&control->count, 1, __ATOMIC_SEQ_CST);
  if (now != control->nth) return 0;
  control->fired = 1;
  strncpy(control->what, what, sizeof control->what - 1);
  if (control->fault == -9) raise(SIGKILL);
  errno = control->fault;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t count) {
  if (control && control->armed && fails(fd_is_below(fd), "write")) {
    if (control->fault) return -1;
    count = count / 2;
  }
  return REAL(write)(fd, bytes, count);
}

#define PWRITE(name, offset_type)                                            \
  ssize_t name(int fd, const void *bytes, size_t count, offset_type at) {    \
    if (control && control->armed && fails(fd_is_below(fd), #name)) {        \
      if (control->fault) return -1;                                         \
      count = count / 2;                                                     \
    }                                                                        \
    return REAL(name)(fd, bytes, count, at);                                 \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

// A short write is for those above: where only bytes are counted, the others go through.
#define UNLESS_FAILING(concerned, what, result)                              \
  if (control && control->armed && control->fault && fails(concerned, what)) return result;

ssize_t writev(int fd, const struct iovec *parts, int count) {
  UNLESS_FAILING(fd_is_below(fd), "writev", -1)
  return REAL(writev)(fd, parts, count);
}
int fsync(int fd) {
  UNLESS_FAILING(fd_is_below(fd), "fsync", -1)
  return REAL(fsync)(fd);
}
int fdatasync(int fd) {
  UNLESS_FAILING(fd_is_below(fd), "fdatasync", -1)
  return REAL(fdatasync)(fd);
}
int ftruncate64(int fd, off64_t length) {
  UNLESS_FAILING(fd_is_below(fd), "ftruncate", -1)
  return REAL(ftruncate64)(fd, length);
}
static void mark(const char *path) {
  size_t length = strlen(path), end = marked_name ? strlen(marked_name) : 0;
  if (!control || !control->armed || !end || length < end || strcmp(path + length - end, marked_name)) return;
  if (control->marked < 32) control->marks[control->marked++] = control->count;
}

int rename(const char *from, const char *to) {
  UNLESS_FAILING(path_is_below(to), "rename", -1)
  mark(to);
  return REAL(rename)(from, to);
}
int link(const char *from, const char *to) {
  UNLESS_FAILING(path_is_below(to), "link", -1)
  return REAL(link)(from, to);
}
int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags) {
  UNLESS_FAILING(path_is_below(to), "linkat", -1)
  return REAL(linkat)(from_fd, from, to_fd, to, flags);
}
int mkdir(const char *path, mode_t mode) {
  UNLESS_FAILING(path_is_below(path), "mkdir", -1)
  return REAL(mkdir)(path, mode);
}
int unlink(const char *path) {
  UNLESS_FAILING(path_is_below(path), "unlink", -1)
  return REAL(unlink)(path);
}
int chmod(const char *path, mode_t mode) {
  UNLESS_FAILING(path_is_below(path), "chmod", -1)
  return REAL(chmod)(path, mode);
}

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

#define OPEN(name)                                                           \
  int name(const char *path, int flags, ...) {                               \
    va_list rest;                                                            \
    va_start(rest, flags);                                                   \
    mode_t mode = mode_of(flags, rest);                                      \
    va_end(rest);                                                            \
    UNLESS_FAILING((flags & O_ACCMODE) != O_RDONLY && path_is_below(path), #name, -1) \
    return REAL(name)(path, flags, mode);                                    \
  }
OPEN(open)
OPEN(open64)
