#pragma once
#include <sqlite3.h>

/* Swift does not see functions that take a varying number of arguments. */

static inline int csqlite_without_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
