enum SettingsDecoding {
  /// Decodes a factory's settings into its settings type.
  static func decode<Settings: ServiceSettings>(
    _ type: Settings.Type, from settings: Setting?, at entry: SourceLocation
  ) throws(SettingProblem) -> Settings {
    HeldLocks.expectNone()
    let settings = Setting.entries(of: settings, at: entry)
    let decoder = SettingsDecoder(setting: settings)
    do {
      return try decoder.decode(type)
    } catch {
      throw problem(error, in: settings, after: decoder.run, at: entry)
    }
  }

  /// The problem found by decoding; `nil` if there is none or if an unknown value may have caused it.
  static func problem(
    with type: any ServiceSettings.Type, from settings: Setting?, at entry: SourceLocation
  ) -> SettingProblem? {
    do throws(SettingProblem) {
      _ = try decode(type, from: settings, at: entry)
      return nil
    } catch {
      return error.kind == .unknownValue ? nil : error
    }
  }

  private static func problem(
    _ error: any Error, in settings: Setting, after run: DecodingRun, at entry: SourceLocation
  ) -> SettingProblem {
    if let problem = error as? SettingProblem { return problem }
    let kind = run.metUnknownValue ? SettingProblem.Kind.unknownValue : .wrong
    guard let context = (error as? DecodingError)?.context else {
      return SettingProblem(kind, settings.hidingSecrets(in: "\(error)"), at: settings.location)
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    if let problem = context.underlyingError as? SettingProblem {
      return problem.kind == .missing ? SettingProblem(.missing, .missingSetting(path), at: entry) : problem
    }
    let culprit = settings.descendant(at: context.codingPath)
    let message =
      culprit.secret == nil
      ? settings.hidingSecrets(in: context.debugDescription) : "\(culprit.summary) was rejected by the settings type"
    return SettingProblem(kind, (path.isEmpty ? "" : "setting '\(path)': ") + message, at: culprit.location)
  }
}

extension Setting {
  /// The setting at a path or, if it is missing, the last existing setting on the way.
  fileprivate func descendant(at path: [any CodingKey]) -> Setting {
    var setting = self
    for key in path {
      switch setting.content {
      case .map(let entries):
        guard let entry = entries.first(where: { $0.name.value == key.stringValue }) else { return setting }
        setting = entry.value
      case .list(let elements):
        guard let index = key.intValue, elements.indices.contains(index) else { return setting }
        setting = elements[index]
      default: return setting
      }
    }
    return setting
  }

  /// Removes secrets from a message of the program's own code, which may repeat a value.
  func hidingSecrets(in text: String) -> String { SecretTexts(secretTexts()).redacted(text) }
}

/// The reason why a setting could not be decoded, with details for a finding.
struct SettingProblem: Error, CustomStringConvertible {
  enum Kind { case wrong, missing, exposed, unknownValue }

  let kind: Kind
  let message: String
  let location: SourceLocation
  var help: [String] = []

  init(_ kind: Kind, _ message: String, at location: SourceLocation, help: [String] = []) {
    self.kind = kind
    self.message = message
    self.location = location
    self.help = help
  }

  var description: String { message }
}
