// libical, built with ICU: a real reader of RFC 7529 for the tests.
#ifndef FOLKCAL_CLIBICAL_SHIM_H
#define FOLKCAL_CLIBICAL_SHIM_H

#include <libical/ical.h>

// Writes the first days on which a rule falls from a start (YYYYMMDD) as numbers; returns how many.
static inline int folkcal_expand(const char *rule, const char *start, int *days, int capacity) {
  struct icalrecurrencetype recurrence = icalrecurrencetype_from_string(rule);
  icalrecur_iterator *iterator = icalrecur_iterator_new(recurrence, icaltime_from_string(start));
  int count = 0;
  if (iterator == 0) return -1;
  while (count < capacity) {
    struct icaltimetype day = icalrecur_iterator_next(iterator);
    if (icaltime_is_null_time(day)) break;
    days[count++] = day.year * 10000 + day.month * 100 + day.day;
  }
  icalrecur_iterator_free(iterator);
  return count;
}

// Whether a text parses as one calendar without an error property in it; writes the number of its events.
static inline int folkcal_parse(const char *text, int *events) {
  icalcomponent *calendar = icalparser_parse_string(text);
  int errors;
  if (calendar == 0) return -1;
  errors = icalcomponent_count_errors(calendar);
  *events = icalcomponent_count_components(calendar, ICAL_VEVENT_COMPONENT);
  icalcomponent_free(calendar);
  return errors;
}

#endif
