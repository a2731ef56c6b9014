#include "CRsvg.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef __APPLE__
static const char rsvg_name[] = "librsvg-2.2.dylib";
static const char cairo_name[] = "libcairo.2.dylib";
static const char gobject_name[] = "libgobject-2.0.0.dylib";
static const char glib_name[] = "libglib-2.0.0.dylib";
#else
static const char rsvg_name[] = "librsvg-2.so.2";
static const char cairo_name[] = "libcairo.so.2";
static const char gobject_name[] = "libgobject-2.0.so.0";
static const char glib_name[] = "libglib-2.0.so.0";
#endif

// The types of what is called, as the documents of GLib, librsvg 2.46 (September 2019) and cairo 1.2 give them. Their headers are not needed.
typedef struct { double x, y, width, height; } rectangle;
typedef struct { uint32_t domain; int code; char *message; } glib_error;

static void *(*rsvg_handle_new_from_data)(const uint8_t *, size_t, glib_error **);
static int (*rsvg_handle_render_document)(void *, void *, const rectangle *, glib_error **);
static void *(*cairo_pdf_surface_create_for_stream)(crsvg_take, void *, double, double);
static void *(*cairo_create)(void *);
static void (*cairo_destroy)(void *);
static void (*cairo_surface_finish)(void *);
static int (*cairo_surface_status)(void *);
static const char *(*cairo_status_to_string)(int);
static void (*cairo_surface_destroy)(void *);
static void (*g_object_unref)(void *);
static void (*g_error_free)(glib_error *);

static char problem_at_start[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_libraries(void) {
  void *rsvg = dlopen(rsvg_name, RTLD_NOW | RTLD_LOCAL);
  void *cairo = dlopen(cairo_name, RTLD_NOW | RTLD_LOCAL);
  void *gobject = dlopen(gobject_name, RTLD_NOW | RTLD_LOCAL);
  void *glib = dlopen(glib_name, RTLD_NOW | RTLD_LOCAL);
  if (rsvg == NULL || cairo == NULL || gobject == NULL || glib == NULL) {
    snprintf(problem_at_start, sizeof problem_at_start, "librsvg is not installed: apt install librsvg2-2 fonts-noto-cjk");
    return;
  }
#define RESOLVE(library, name) \
  name = (__typeof__(name))dlsym(library, #name); \
  if (name == NULL) { \
    snprintf(problem_at_start, sizeof problem_at_start, "%s is missing: librsvg 2.46 or newer is needed", #name); \
    return; \
  }
  RESOLVE(rsvg, rsvg_handle_new_from_data)
  RESOLVE(rsvg, rsvg_handle_render_document)
  RESOLVE(cairo, cairo_pdf_surface_create_for_stream)
  RESOLVE(cairo, cairo_create)
  RESOLVE(cairo, cairo_destroy)
  RESOLVE(cairo, cairo_surface_finish)
  RESOLVE(cairo, cairo_surface_status)
  RESOLVE(cairo, cairo_status_to_string)
  RESOLVE(cairo, cairo_surface_destroy)
  RESOLVE(gobject, g_object_unref)
  RESOLVE(glib, g_error_free)
#undef RESOLVE
}

const char *crsvg_open(void) {
  pthread_once(&once, open_libraries);
  return problem_at_start[0] == 0 ? NULL : problem_at_start;
}

static void tell(glib_error *error, char *problem, size_t room) {
  snprintf(problem, room, "%s", error != NULL && error->message != NULL ? error->message : "librsvg does not say why");
  if (error != NULL) g_error_free(error);
}

int crsvg_pdf(const uint8_t *svg, size_t count, double width, double height, crsvg_take take, void *context,
              char *problem, size_t room) {
  glib_error *error = NULL;
  void *handle = rsvg_handle_new_from_data(svg, count, &error);
  if (handle == NULL) {
    tell(error, problem, room);
    return 0;
  }
  void *surface = cairo_pdf_surface_create_for_stream(take, context, width, height);
  void *cairo = cairo_create(surface);
  const rectangle page = {0, 0, width, height};
  int is_drawn = rsvg_handle_render_document(handle, cairo, &page, &error);
  if (!is_drawn) tell(error, problem, room);
  cairo_destroy(cairo);
  // What is drawn is written now; a fault on the way shows in the status.
  cairo_surface_finish(surface);
  int status = cairo_surface_status(surface);
  if (is_drawn && status != 0) {
    snprintf(problem, room, "%s", cairo_status_to_string(status));
    is_drawn = 0;
  }
  cairo_surface_destroy(surface);
  g_object_unref(handle);
  return is_drawn;
}
