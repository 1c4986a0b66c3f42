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
#embed "../configdi-check/Resources/GraphPage/hero.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/matrix.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/view.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/address.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/editor.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/panel.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/choosing.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/saving.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/tools.js" suffix(, )
#embed "../configdi-check/Resources/GraphPage/input.js" suffix(, 0)
  };
  return text;
}

const unsigned char *configdi_new_package(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/NewPackage.md" suffix(, 0)
  };
  return text;
}

const unsigned char *configdi_completion_bash(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/CommandLine/completion.bash" suffix(, 0)
  };
  return text;
}

const unsigned char *configdi_completion_zsh(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/CommandLine/completion.zsh" suffix(, 0)
  };
  return text;
}

const unsigned char *configdi_completion_fish(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/CommandLine/completion.fish" suffix(, 0)
  };
  return text;
}

const unsigned char *configdi_manual(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/CommandLine/manual.mdoc" suffix(, 0)
  };
  return text;
}

const unsigned char *configdi_keys(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/Keys.md" suffix(, 0)
  };
  return text;
}

const unsigned char *configdi_wiring(void) {
  static const unsigned char text[] = {
#embed "../configdi-check/Resources/Wiring.md" suffix(, 0)
  };
  return text;
}

// A page that is added comes with a line in this list, so the list's change makes this file be compiled again.
#if __has_embed("../ConfigDI/Checks/RuleList.swift")
#endif

#define QUOTED(path) #path
#define PAGE_PATH(hundred, zero, number) QUOTED(../configdi-check/Resources/Rules/DI##hundred##zero##number.md)
#define PAGE(hundred, zero, number) PAGE_PATH(hundred, zero, number)

// The pages of the codes of each hundred.
const unsigned char *configdi_rule_pages(void) {
  static const unsigned char text[] = {
#define HUNDRED 0
#include "RulePages.h"
#define HUNDRED 1
#include "RulePages.h"
#define HUNDRED 2
#include "RulePages.h"
#define HUNDRED 3
#include "RulePages.h"
#define HUNDRED 4
#include "RulePages.h"
#define HUNDRED 5
#include "RulePages.h"
#define HUNDRED 6
#include "RulePages.h"
#define HUNDRED 7
#include "RulePages.h"
#define HUNDRED 8
#include "RulePages.h"
#define HUNDRED 9
#include "RulePages.h"
    0
  };
  return text;
}
