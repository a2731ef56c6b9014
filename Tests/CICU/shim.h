// ICU's functions are macros that carry the version in their names, which Swift does not see: one wrapper each.
#ifndef FOLKCAL_CICU_SHIM_H
#define FOLKCAL_CICU_SHIM_H

#include <unicode/ucal.h>

static inline UCalendar *folkcal_ucal_open(const UChar *zone, int32_t length, const char *locale, UErrorCode *status) {
  return ucal_open(zone, length, locale, UCAL_TRADITIONAL, status);
}
static inline void folkcal_ucal_close(UCalendar *calendar) { ucal_close(calendar); }
static inline void folkcal_ucal_set_millis(UCalendar *calendar, UDate millis, UErrorCode *status) {
  ucal_setMillis(calendar, millis, status);
}
static inline UDate folkcal_ucal_get_millis(const UCalendar *calendar, UErrorCode *status) {
  return ucal_getMillis(calendar, status);
}
static inline int32_t folkcal_ucal_get(const UCalendar *calendar, UCalendarDateFields field, UErrorCode *status) {
  return ucal_get(calendar, field, status);
}
static inline void folkcal_ucal_set(UCalendar *calendar, UCalendarDateFields field, int32_t value) {
  ucal_set(calendar, field, value);
}
static inline void folkcal_ucal_clear(UCalendar *calendar) { ucal_clear(calendar); }

#endif
