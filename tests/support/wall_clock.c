// Shifts the wall clock of a program: loaded before the C library by WallClock in wall_clock.ts.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *shift_ns; // added to the real time

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("WALL_CLOCK_SHIFT");
  int fd = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *at = mmap(0, sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (at != MAP_FAILED) shift_ns = at;
  unsetenv("LD_PRELOAD"); // not for what the panel starts
}

static int read_clock(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  if (result == 0 && shift_ns && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t ns = (int64_t)time->tv_sec * 1000000000 + time->tv_nsec + *shift_ns;
    time->tv_sec = ns / 1000000000;
    time->tv_nsec = ns % 1000000000;
  }
  return result;
}

int clock_gettime(clockid_t clock, struct timespec *time) { return read_clock(clock, time); }

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  int result = read_clock(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return result;
}

time_t time(time_t *at) {
  struct timespec now;
  read_clock(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
