// libcurl for Swift, opened when it is first needed.
//
// The program does not link libcurl: that would cost every start 3 ms, of which a conversion of a date takes none. So
// nothing declared by <curl/curl.h> may be called directly; call what stands here, after ccurl_open() has answered NULL.
// The functions that libcurl declares with "..." cannot be called from Swift; each form that is needed has its own here.
#ifndef FOLKCAL_CCURL_H
#define FOLKCAL_CCURL_H

#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <stdbool.h>

/// Opens libcurl at the first call; later calls cost nothing. Any thread may call it.
///
/// Answers NULL when libcurl is ready, otherwise a sentence that says what is missing.
const char *_Nullable ccurl_open(void);

/// The type of the write, header and read callbacks, which libcurl declares alike.
typedef size_t (*ccurl_bytes_callback)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// Asked for a socket for each address that libcurl is about to connect to; CURL_SOCKET_BAD refuses the address.
typedef curl_socket_t (*ccurl_socket_callback)(
    void *_Nullable context, curlsocktype purpose, struct curl_sockaddr *_Nullable address);

CURL *_Nullable ccurl_easy_init(void);
void ccurl_easy_reset(CURL *_Nonnull easy);
void ccurl_easy_cleanup(CURL *_Nonnull easy);
const char *_Nonnull ccurl_easy_strerror(CURLcode code);

CURLcode ccurl_set_number(CURL *_Nonnull easy, CURLoption option, long value);
CURLcode ccurl_set_text(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value);
CURLcode ccurl_set_pointer(CURL *_Nonnull easy, CURLoption option, void *_Nullable value);
CURLcode ccurl_set_list(CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable value);
CURLcode ccurl_set_bytes_callback(CURL *_Nonnull easy, CURLoption option, ccurl_bytes_callback _Nonnull callback);
CURLcode ccurl_set_socket_callback(CURL *_Nonnull easy, ccurl_socket_callback _Nonnull callback);

/// The body of a request, copied.
CURLcode ccurl_set_body(CURL *_Nonnull easy, const void *_Nullable bytes, size_t count);
/// How much the read callback will give.
CURLcode ccurl_set_upload_size(CURL *_Nonnull easy, size_t count);

CURLcode ccurl_get_number(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value);
CURLcode ccurl_get_text(CURL *_Nonnull easy, CURLINFO info, const char *_Nullable *_Nonnull value);

/// Runs one transfer on the calling thread, which waits for it.
CURLcode ccurl_easy_perform(CURL *_Nonnull easy);

/// The server's own certificate of the last transfer as PEM; NULL if it is not known. It is there until the next transfer. CURLOPT_CERTINFO
/// must have been set.
const char *_Nullable ccurl_get_certificate(CURL *_Nonnull easy);

/// Appends a copy of the text; NULL when there is no memory, and the list is then as it was.
struct curl_slist *_Nullable ccurl_list_append(struct curl_slist *_Nullable list, const char *_Nonnull text);
void ccurl_list_free(struct curl_slist *_Nullable list);

CURLM *_Nullable ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *_Nonnull multi);
CURLMcode ccurl_multi_set_number(CURLM *_Nonnull multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode ccurl_multi_remove(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode ccurl_multi_perform(CURLM *_Nonnull multi);
CURLMcode ccurl_multi_poll(CURLM *_Nonnull multi, int milliseconds);
CURLMcode ccurl_multi_wakeup(CURLM *_Nonnull multi);
/// The next transfer that has ended and how; false when there is none.
bool ccurl_multi_next_ended(CURLM *_Nonnull multi, CURL *_Nullable *_Nonnull easy, CURLcode *_Nonnull result);

#endif
