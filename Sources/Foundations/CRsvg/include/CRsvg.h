// librsvg and cairo, opened when a picture is first drawn, so that a machine without them runs everything else.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Takes a part of what was drawn; 0 means that it was taken.
typedef int (*crsvg_take)(void *context, const unsigned char *bytes, unsigned int count);

/// Opens the libraries once.
///
/// Returns NULL if they can be used, otherwise why not.
const char *crsvg_open(void);

/// Draws an SVG picture as a PDF of one page. `crsvg_open` has returned NULL.
///
/// The page has `width` times `height` points of 1/72 inch; the picture fills it in its own proportions. Returns 1 if it was drawn; otherwise
/// `problem`, which has room for `room` bytes, says why not.
int crsvg_pdf(const uint8_t *svg, size_t count, double width, double height, crsvg_take take, void *context,
              char *problem, size_t room);
