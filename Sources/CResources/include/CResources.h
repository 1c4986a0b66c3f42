#pragma once

// Each function gives the text of files of `Sources/configdi-check/Resources`, ended by a zero byte.

const unsigned char *_Nonnull configdi_graph_page_markup(void);
const unsigned char *_Nonnull configdi_graph_page_style(void);
const unsigned char *_Nonnull configdi_graph_page_layout(void);
const unsigned char *_Nonnull configdi_graph_page_script(void);

const unsigned char *_Nonnull configdi_new_package(void);

// The rules' pages, each ended by a zero byte; an empty one is the end.
const unsigned char *_Nonnull configdi_rule_pages(void);
