// The x64 side: runs the engine's library under an emulator.
//   host embedded <library> <data folder> <socket>   one connection to the engine for each connection to the socket
//   host server <library> <arguments of clickhouse>  a ClickHouse server
// It ends with its standard input, that is with the process that started it, however that ends.
// A question is a count of texts and then each with its size: SQL, format, and names and values of parameters in turn. An answer is a
// `struct answer` and its bytes; the first one of a connection says that it is open.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <ftw.h>
#include <libgen.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define MAX_TEXTS 512
#define STACK_BYTES (64 << 20)
#define LOCK_WAITS 200
#define LOCK_WAIT_US 100000

struct answer {
  uint32_t failed, size;
  double elapsed;
  uint64_t rows, bytes;
};

static void *library;
static char *folder;

static void *find(const char *name) {
  void *symbol = dlsym(library, name);
  if (symbol == NULL) {
    fprintf(stderr, "the library has no %s\n", name);
    _exit(1);
  }
  return symbol;
}

static int read_all(int from, void *into, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t got = read(from, (char *)into + done, size - done);
    if (got <= 0) return 0;
    done += got;
  }
  return 1;
}

static int write_all(int to, const void *from, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t put = write(to, (const char *)from + done, size - done);
    if (put <= 0) return 0;
    done += put;
  }
  return 1;
}

static int say(int to, struct answer head, const char *bytes) {
  return write_all(to, &head, sizeof head) && write_all(to, bytes, head.size);
}

static int fail(int to, const char *why) {
  return say(to, (struct answer){.failed = 1, .size = strlen(why)}, why);
}

/** The process before this one may still be dying, with the folder locked. */
static void **connect_engine(void) {
  char path[4096];
  snprintf(path, sizeof path, "--path=%s", folder);
  char *arguments[] = {"clickhouse", path};
  void **(*chdb_connect)(int, char **) = find("chdb_connect");
  for (int waits = 0; waits < LOCK_WAITS; waits++) {
    void **connection = chdb_connect(2, arguments);
    if (connection != NULL && *connection != NULL) return connection;
    usleep(LOCK_WAIT_US);
  }
  return NULL;
}

static int answer_question(int socket, void *connection, char **texts, size_t *sizes, uint32_t count) {
  static void *(*query)(void *, const char *, size_t, const char *, size_t);
  static void *(*bind)(void *, const char *, size_t, const char *, size_t, char **, size_t *, char **, size_t *, size_t);
  static const char *(*error_of)(void *), *(*buffer_of)(void *);
  static size_t (*length_of)(void *);
  static double (*elapsed_of)(void *);
  static uint64_t (*rows_of)(void *), (*bytes_of)(void *);
  static void (*destroy)(void *);
  if (destroy == NULL) {
    query = find("chdb_query_n");
    bind = find("chdb_query_with_params_n");
    error_of = find("chdb_result_error");
    buffer_of = find("chdb_result_buffer");
    length_of = find("chdb_result_length");
    elapsed_of = find("chdb_result_elapsed");
    rows_of = find("chdb_result_rows_read");
    bytes_of = find("chdb_result_bytes_read");
    destroy = find("chdb_destroy_query_result");
  }
  char *names[MAX_TEXTS], *values[MAX_TEXTS];
  size_t name_sizes[MAX_TEXTS], value_sizes[MAX_TEXTS], params = (count - 2) / 2;
  for (size_t index = 0; index < params; index++) {
    names[index] = texts[2 + 2 * index];
    name_sizes[index] = sizes[2 + 2 * index];
    values[index] = texts[3 + 2 * index];
    value_sizes[index] = sizes[3 + 2 * index];
  }
  void *result = params == 0 ? query(connection, texts[0], sizes[0], texts[1], sizes[1])
                             : bind(connection, texts[0], sizes[0], texts[1], sizes[1], names, name_sizes, values, value_sizes, params);
  if (result == NULL) return fail(socket, "The engine gave no result.");
  const char *error = error_of(result);
  struct answer head = {.size = length_of(result), .elapsed = elapsed_of(result), .rows = rows_of(result), .bytes = bytes_of(result)};
  int sent = error == NULL ? say(socket, head, buffer_of(result)) : fail(socket, error);
  destroy(result);
  return sent;
}

static int serve_question(int socket, void *connection) {
  uint32_t count, size;
  char *texts[MAX_TEXTS];
  size_t sizes[MAX_TEXTS];
  if (!read_all(socket, &count, sizeof count) || count < 2 || count > MAX_TEXTS) return 0;
  for (uint32_t index = 0; index < count; index++) {
    if (!read_all(socket, &size, sizeof size)) return 0;
    sizes[index] = size;
    texts[index] = malloc(size + 1);
    if (!read_all(socket, texts[index], size)) return 0;
    texts[index][size] = 0;
  }
  int sent = answer_question(socket, connection, texts, sizes, count);
  for (uint32_t index = 0; index < count; index++) free(texts[index]);
  return sent;
}

static void *serve_connection(void *given) {
  int socket = (int)(intptr_t)given;
  // One at a time: the first connection loads the data folder.
  static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&opening);
  void **connection = connect_engine();
  pthread_mutex_unlock(&opening);
  if (connection == NULL) {
    fail(socket, "The data folder could not be opened.");
  } else {
    say(socket, (struct answer){0}, "");
    while (serve_question(socket, *connection)) continue;
  }
  close(socket);
  // The connection and its thread stay: what a thread of the engine takes down at its end is more than the emulator survives each time.
  for (;;) pause();
  return NULL;
}

static void *accept_connections(void *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int listening = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listening, (struct sockaddr *)&address, sizeof address) != 0 || listen(listening, 16) != 0) {
    perror("socket");
    _exit(1);
  }
  // A first line says that the socket can be connected to.
  if (!write_all(1, "ready\n", 6)) _exit(1);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  for (;;) {
    pthread_t thread;
    int connected = accept(listening, NULL, NULL);
    if (connected >= 0) pthread_create(&thread, &attributes, serve_connection, (void *)(intptr_t)connected);
  }
}

static char **server_arguments;

static void *run_server(void *ignored) {
  int count = 0;
  while (server_arguments[count] != NULL) count++;
  ((void *(*)(int, char **))find("chdb_query_cmdline"))(count, server_arguments);
  fprintf(stderr, "The ClickHouse server ended by itself.\n");
  kill(getpid(), SIGKILL);
  return ignored;
}

static int remove_entry(const char *path, const struct stat *ignored, int kind, struct FTW *place) {
  return remove(path), 0;
}

int main(int count, char **arguments) {
  if (count < 5) return 2;
  library = dlopen(arguments[2], RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  signal(SIGPIPE, SIG_IGN);
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  if (strcmp(arguments[1], "server") == 0) {
    arguments[2] = "clickhouse";
    server_arguments = arguments + 2;
    pthread_create(&thread, &attributes, run_server, NULL);
  } else {
    folder = arguments[3];
    pthread_create(&thread, &attributes, accept_connections, arguments[4]);
  }
  char ignored[64];
  while (read(0, ignored, sizeof ignored) > 0) continue;
  // A server's folder is of no use to anyone after it.
  if (server_arguments != NULL) nftw(dirname(server_arguments[2]), remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  // Not exit(): it would wait for the engine's threads.
  kill(getpid(), SIGKILL);
}
