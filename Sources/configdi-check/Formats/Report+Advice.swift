import ConfigDI

extension Report {
  /// The next steps: findings that `fix` can correct, rules that `explain` describes, and how to get a catalog.
  ///
  /// - Parameter arguments: The arguments of the check that found these findings.
  func advice(for arguments: Arguments, files: any FileAccess) -> [String] {
    let paths = arguments.positionals
    var lines: [String] = []
    let fixable = SafeFixes(of: diagnostics, in: files).fixed.count
    if fixable > 0, !paths.contains("-") {
      // Values of `--set` may be secrets.
      let options = Option.composition.filter { $0.name != Option.set.name }.flatMap { option in
        arguments.all(option).flatMap { ["--\(option.name)", $0] }
      }
      let words = (["configdi-check", "fix"] + (options + paths).map(shellWord)).joined(separator: " ")
      lines.append("\(counted(fixable, "finding")) can be fixed: \(words)")
    }
    let codes = Set(diagnostics.map(\.rule.code)).sorted()
    if !codes.isEmpty {
      let rest = codes.count > 5 ? " (or \(codes.dropFirst(5).joined(separator: ", ")))" : ""
      lines.append("more about them: configdi-check explain \(codes.prefix(5).joined(separator: " "))\(rest)")
    }
    if !skippedRules.isEmpty {
      let folder = paths.first.map {
        $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") ? RepositoryPaths.folder(of: $0) : $0
      }
      let file = RepositoryPaths.join(folder == "-" ? "" : folder ?? "", "configdi.catalog.json")
      lines.append("to make a catalog: CONFIGDI_PRINT_CATALOG=1 swift run YourApp > \(shellWord(file))")
    }
    return lines
  }

  /// The number of findings of each rule, most first.
  var statistics: String {
    var counts: [Rule: Int] = [:]
    for finding in diagnostics { counts[finding.rule, default: 0] += 1 }
    let rows = counts.sorted { ($1.value, $0.key.code) < ($0.value, $1.key.code) }
    let width = rows.first.map { "\($0.value)".count } ?? 0
    return rows.map { rule, count in
      String(repeating: " ", count: width - "\(count)".count) + "\(count)  \(rule.code)  \(rule.slug)\n"
    }.joined()
  }
}

/// A word quoted for a shell.
private func shellWord(_ text: String) -> String {
  let isPlain =
    !text.isEmpty
    && text.utf8.allSatisfy { byte in
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
        || "_-./=:@%+,".utf8.contains(byte)
    }
  return isPlain
    ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
