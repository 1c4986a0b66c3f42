#pragma once

// Each function gives the text of files of `Sources/configdi-check/Resources`, ended by a zero byte.

const unsigned char *_Nonnull configdi_graph_page_markup(void);
const unsigned char *_Nonnull configdi_graph_page_style(void);
const unsigned char *_Nonnull configdi_graph_page_layout(void);
const unsigned char *_Nonnull configdi_graph_page_script(void);

const unsigned char *_Nonnull configdi_new_package(void);
const unsigned char *_Nonnull configdi_keys(void);
const unsigned char *_Nonnull configdi_wiring(void);

const unsigned char *_Nonnull configdi_completion_bash(void);
const unsigned char *_Nonnull configdi_completion_zsh(void);
const unsigned char *_Nonnull configdi_completion_fish(void);
const unsigned char *_Nonnull configdi_manual(void);

// The rules' pages, each ended by a zero byte; an empty one is the end.
const unsigned char *_Nonnull configdi_rule_pages(void);
