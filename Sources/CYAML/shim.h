#include <yaml.h>

// A program may link libyaml.a together with another copy of libyaml that has every function except this one. A strong
// reference would then bring in the archive's copy, which would define all the other functions a second time.
#pragma weak yaml_get_version

/// Writes the library's version into `version`; returns 0 if the linked copy does not report a version.
static inline int configdi_yaml_version(int version[3]) {
  if (yaml_get_version == 0) return 0;
  yaml_get_version(&version[0], &version[1], &version[2]);
  return 1;
}
