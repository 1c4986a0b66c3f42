import ConfigDI

/// Mistakes in the checker's own files: exit code 2, with the findings on standard error.
struct BadInput: Error {
  let findings: [Diagnostic]
}
