enum CodeActionKind: String, CaseIterable {
  case quickFix = "quickfix"
  case rewrite = "refactor.rewrite"
  case fixAll = "source.fixAll.configdi"
}
