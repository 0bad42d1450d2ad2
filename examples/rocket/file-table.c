// Owns: a few shell commands on a file table in memory, as examples/file-table.ts has them. It is all that an answer of an Oracle can ever reach.
#include "runtime.h"
#include "file-table.h"

#define FILES 16

/* A folder's path ends with `/`. An empty path: a free place. */
static struct { char path[FILE_TEXT], contents[FILE_TEXT]; } files[FILES];

/* Writes the pieces one behind the other; what does not fit is left away. */
static void join(char *to, const char *a, const char *b, const char *c, const char *d)
{
  const char *const pieces[] = { a, b, c, d };
  size_t at = 0;
  for (unsigned i = 0; i < 4; i++)
    for (const char *p = pieces[i]; *p != 0 && at < FILE_TEXT - 1; p++) to[at++] = *p;
  to[at] = 0;
}

static int find(const char *path)
{
  for (int i = 0; i < FILES; i++)
    if (files[i].path[0] != 0 && strcmp(files[i].path, path) == 0) return i;
  return -1;
}

static int put(const char *path, const char *contents)
{
  for (int i = 0; i < FILES; i++) {
    if (files[i].path[0] != 0) continue;
    join(files[i].path, path, "", "", "");
    join(files[i].contents, contents, "", "", "");
    return 1;
  }
  return 0;
}

void file_table_reset(void)
{
  memset(files, 0, sizeof files);
  put("/home/", "");
  put("/home/a.txt", "old");
  put("/home/readme.md", "Ask the Oracle.");
}

/* How long the folder of a path is, with its `/`. */
static size_t folder_length(const char *path)
{
  size_t n = strlen(path);
  if (n > 0) n--;
  while (n > 0 && path[n - 1] != '/') n--;
  return n;
}

/* Names without a folder are in /home. */
static void absolute(char *to, const char *path) { join(to, path[0] == '/' ? "" : "/home/", path, "", ""); }

static void absolute_folder(char *to, const char *path)
{
  absolute(to, path);
  size_t n = strlen(to);
  if (n > 0 && n < FILE_TEXT - 1 && to[n - 1] != '/') to[n] = '/', to[n + 1] = 0;
}

static void ls(const char *path, char *result)
{
  char folder[FILE_TEXT], found[FILE_TEXT] = "";
  const char *before = "";
  absolute_folder(folder, path);
  if (find(folder) < 0) return join(result, "ls: ", path, ": no such folder", "");
  /* In the order of the names: the next one is the smallest behind the last. */
  for (;;) {
    const char *next = 0;
    for (int i = 0; i < FILES; i++) {
      const char *p = files[i].path;
      if (p[0] == 0 || strcmp(p, folder) == 0 || folder_length(p) != strlen(folder) || memcmp(p, folder, strlen(folder)) != 0) continue;
      if (strcmp(p, before) > 0 && (next == 0 || strcmp(p, next) < 0)) next = p;
    }
    if (next == 0) break;
    char so_far[FILE_TEXT];
    join(so_far, found, "", "", "");
    join(found, so_far, so_far[0] != 0 ? " " : "", next + folder_length(next), "");
    before = next;
  }
  join(result, found[0] != 0 ? found : "(nothing)", "", "", "");
}

static void cat(const char *path, char *result)
{
  char file[FILE_TEXT];
  absolute(file, path);
  int i = find(file);
  if (i >= 0) join(result, files[i].contents, "", "", "");
  else join(result, "cat: ", path, ": no such file", "");
}

static void mkdir(const char *path, char *result)
{
  char folder[FILE_TEXT], above[FILE_TEXT];
  absolute_folder(folder, path);
  join(above, folder, "", "", "");
  above[folder_length(above)] = 0;
  if (find(folder) >= 0) join(result, "mkdir: ", path, ": it is there", "");
  else if (find(above) < 0) join(result, "mkdir: ", above, ": no such folder", "");
  else join(result, put(folder, "") ? "done" : "mkdir: the table is full", "", "", "");
}

static void rm(const char *path, char *result)
{
  char file[FILE_TEXT];
  absolute(file, path);
  int i = file[strlen(file) - 1] == '/' ? -1 : find(file);
  if (i < 0) return join(result, "rm: ", path, ": no such file", "");
  files[i].path[0] = 0;
  join(result, "done", "", "", "");
}

/* Takes the next word off a text. @return whether there was one */
static int word(const char **text, char *to)
{
  size_t n = 0;
  while (**text == ' ' || (**text >= '\t' && **text <= '\r')) (*text)++;
  for (; **text != 0 && **text != ' ' && !(**text >= '\t' && **text <= '\r'); (*text)++)
    if (n < FILE_TEXT - 1) to[n++] = **text;
  to[n] = 0;
  return n > 0;
}

static int has_dots(const char *path)
{
  for (; *path != 0; path++)
    if (path[0] == '.' && path[1] == '.') return 1;
  return 0;
}

void file_table_carry_out(const char *answer, char *result)
{
  static const char *const names[] = { "ls", "cat", "mkdir", "rm", "date", "who" };
  char name[FILE_TEXT], path[FILE_TEXT], more[FILE_TEXT];
  word(&answer, name);
  int given = word(&answer, path), too_many = word(&answer, more);
  unsigned command = 0;
  while (command < 6 && strcmp(name, names[command]) != 0) command++;
  if (command == 6) {
    name[40] = 0;
    return join(result, "there is no command \"", name, "\"", "");
  }
  if (too_many || has_dots(path) || path[0] == '-') return join(result, name, ": one plain path, please", "", "");
  switch (command) {
  case 0: return ls(given ? path : "/home", result);
  case 1: return cat(path, result);
  case 2: return mkdir(path, result);
  case 3: return rm(path, result);
  case 4: return join(result, given ? "date: it takes nothing" : "Thu 1 Jan 2026", "", "", "");
  default: return join(result, "priestess", "", "", "");
  }
}
