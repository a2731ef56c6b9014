// glibc's settings of malloc, which Swift's own module of it leaves out.
#ifndef FOLKCAL_CMALLOC_H
#define FOLKCAL_CMALLOC_H
#include <malloc.h>
#endif
