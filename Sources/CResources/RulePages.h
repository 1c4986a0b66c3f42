// Embeds the pages whose code has the digit HUNDRED and a number from 01 to 99. The file includes itself for the next
// number, so that the depth of the inclusion is the number.

#if __INCLUDE_LEVEL__ < 10
#define ZERO 0
#else
#undef ZERO
#define ZERO
#endif

#if __has_embed(PAGE(HUNDRED, ZERO, __INCLUDE_LEVEL__))
#embed PAGE(HUNDRED, ZERO, __INCLUDE_LEVEL__) suffix(, 0, )
#endif

#if __INCLUDE_LEVEL__ < 99
#include "RulePages.h"
#else
#undef ZERO
#undef HUNDRED
#endif
