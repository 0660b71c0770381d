// Marks a word of the model that the window shows, for the translators: lupdate reads it as
// QT_TRANSLATE_NOOP, and ui/look/model_text.h translates it. To the model itself it is the English text.
#pragma once

#define ATTX_TR(context, text) text
