#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifdef __APPLE__
static const char library_name[] = "libcurl.4.dylib";
#else
static const char library_name[] = "libcurl.so.4";
#endif

// Every function of libcurl that is called here, by the type that its own header gives it. curl_multi_poll and
// curl_multi_wakeup are the youngest: libcurl 7.68, of January 2020.
#define FUNCTIONS(function) \
  function(global_init) \
  function(easy_init) \
  function(easy_reset) \
  function(easy_cleanup) \
  function(easy_strerror) \
  function(easy_setopt) \
  function(easy_perform) \
  function(easy_getinfo) \
  function(slist_append) \
  function(slist_free_all) \
  function(multi_init) \
  function(multi_cleanup) \
  function(multi_setopt) \
  function(multi_add_handle) \
  function(multi_remove_handle) \
  function(multi_perform) \
  function(multi_poll) \
  function(multi_wakeup) \
  function(multi_info_read)

#define MEMBER(name) __typeof__(curl_##name) *name;
static struct { FUNCTIONS(MEMBER) } curl;
#undef MEMBER

static char problem[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(problem, sizeof problem, "libcurl is not installed: apt install libcurl4");
    return;
  }
#define RESOLVE(name) \
  curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name); \
  if (curl.name == NULL) { \
    snprintf(problem, sizeof problem, "%s has no curl_%s: libcurl 7.68 or newer is needed", library_name, #name); \
    return; \
  }
  FUNCTIONS(RESOLVE)
#undef RESOLVE
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    snprintf(problem, sizeof problem, "libcurl does not start: its TLS library refuses to");
}

const char *ccurl_open(void) {
  pthread_once(&once, open_library);
  return problem[0] == 0 ? NULL : problem;
}

CURL *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_reset(CURL *easy) { curl.easy_reset(easy); }
void ccurl_easy_cleanup(CURL *easy) { curl.easy_cleanup(easy); }
const char *ccurl_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }

CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) { return curl.easy_setopt(easy, option, value); }
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl.easy_setopt(easy, option, value);
}
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) { return curl.easy_setopt(easy, option, value); }
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl.easy_setopt(easy, option, value);
}
CURLcode ccurl_set_bytes_callback(CURL *easy, CURLoption option, ccurl_bytes_callback callback) {
  return curl.easy_setopt(easy, option, callback);
}
CURLcode ccurl_set_socket_callback(CURL *easy, ccurl_socket_callback callback) {
  return curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

CURLcode ccurl_set_body(CURL *easy, const void *bytes, size_t count) {
  // The size first: libcurl copies as much as it has been told.
  CURLcode code = curl.easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  // Without a text libcurl would read the body from standard input.
  return code != CURLE_OK ? code : curl.easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes != NULL ? bytes : "");
}

CURLcode ccurl_set_upload_size(CURL *easy, size_t count) {
  return curl.easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)count);
}

CURLcode ccurl_get_number(CURL *easy, CURLINFO info, long *value) { return curl.easy_getinfo(easy, info, value); }
CURLcode ccurl_get_text(CURL *easy, CURLINFO info, const char **value) { return curl.easy_getinfo(easy, info, value); }

CURLcode ccurl_easy_perform(CURL *easy) { return curl.easy_perform(easy); }

const char *ccurl_get_certificate(CURL *easy) {
  struct curl_certinfo *chain = NULL;
  if (curl.easy_getinfo(easy, CURLINFO_CERTINFO, &chain) != CURLE_OK || chain == NULL || chain->num_of_certs < 1)
    return NULL;
  for (struct curl_slist *line = chain->certinfo[0]; line != NULL; line = line->next)
    if (strncmp(line->data, "Cert:", 5) == 0) return line->data + 5;
  return NULL;
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) { return curl.slist_append(list, text); }
void ccurl_list_free(struct curl_slist *list) { curl.slist_free_all(list); }

CURLM *ccurl_multi_init(void) { return curl.multi_init(); }
void ccurl_multi_cleanup(CURLM *multi) { curl.multi_cleanup(multi); }
CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return curl.multi_setopt(multi, option, value);
}
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return curl.multi_remove_handle(multi, easy); }
CURLMcode ccurl_multi_perform(CURLM *multi) {
  int running = 0;
  return curl.multi_perform(multi, &running);
}
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) {
  return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}
CURLMcode ccurl_multi_wakeup(CURLM *multi) { return curl.multi_wakeup(multi); }

bool ccurl_multi_next_ended(CURLM *multi, CURL **easy, CURLcode *result) {
  int left = 0;
  for (CURLMsg *message; (message = curl.multi_info_read(multi, &left)) != NULL;) {
    if (message->msg != CURLMSG_DONE) continue;
    *easy = message->easy_handle;
    *result = message->data.result;
    return true;
  }
  return false;
}
