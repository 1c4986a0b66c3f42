import ConfigDI

extension Format {
  static let gitlab = Format("gitlab", "for GitLab: a code quality report") { report, style in
    var seen: [String: Int] = [:]
    return JSON.array(
      report.diagnostics.map { diagnostic in
        // Every entry must have a path: a finding without a location gets the beginning of the first manifest.
        let path = style.paths.relative(diagnostic.place?.file.path ?? report.files.first ?? "configdi")
        let identity = [diagnostic.rule.code, path, diagnostic.symbol ?? diagnostic.message]
        let fingerprint = FindingHash.hex(identity)
        seen[fingerprint, default: 0] += 1
        let count = seen[fingerprint] ?? 1
        return [
          "description": .string(diagnostic.message),
          "check_name": .string(diagnostic.rule.code),
          "fingerprint": .string(count == 1 ? fingerprint : FindingHash.hex(identity + [String(count)])),
          "severity": .string(diagnostic.severity.word(error: "major", warning: "minor", note: "info")),
          "location": [
            "path": .string(path),
            "lines": ["begin": .int(diagnostic.place?.start.line ?? 1)],
          ],
        ]
      }
    ).text
  }
}
