import ConfigDI

/// What is wrong in configuration files: exit code 2, with the findings on standard error.
struct BadConfiguration: Error {
  let findings: [Diagnostic]
}
