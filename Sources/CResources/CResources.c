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

const unsigned char *configdi_graph_page_script(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/GraphPage/model.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/layers.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/layout.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/coordinates.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/drawing.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/painting.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/view.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/panel.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/controls.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/input.js" suffix(, 0)
  };
  return text;
}
