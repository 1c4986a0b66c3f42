#include "CResources.h"

// `#embed` is C23, and older languages take it as an extension. SwiftPM's own `.embedInCode` writes an array literal in
// Swift, which takes the compiler eighteen seconds for this page.
#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char *configdi_graph_page_markup(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/GraphPage/page.html" suffix(, 0)
  };
  return text;
}

const unsigned char *configdi_graph_page_style(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/GraphPage/page.css" suffix(, 0)
  };
  return text;
}

// What a worker runs, too.
const unsigned char *configdi_graph_page_layout(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/GraphPage/components.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/rows.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/order.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/coordinates.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/layout.js" suffix(, 0)
  };
  return text;
}

// A file may use what the files before it declare.
const unsigned char *configdi_graph_page_script(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/GraphPage/model.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/folding.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/searching.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/glyphs.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/cards.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/lines.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/painting.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/labels.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/view.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/address.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/panel.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/choosing.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/saving.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/tools.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/input.js" suffix(, 0)
  };
  return text;
}
