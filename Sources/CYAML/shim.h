#include <yaml.h>

// A program that links libyaml.a beside another copy has every function but this one from the other: a strong reference
// would bring the archive's copy in, and with it each function a second time.
#pragma weak yaml_get_version

/// Writes the library's version into `version`; 0 if the copy that is linked does not tell it.
static inline int configdi_yaml_version(int version[3]) {
  if (yaml_get_version == 0) return 0;
  yaml_get_version(&version[0], &version[1], &version[2]);
  return 1;
}
