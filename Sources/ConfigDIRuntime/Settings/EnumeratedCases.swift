/// The cases of an enumeration that is `CaseIterable` and has text or whole numbers for raw values.
struct EnumeratedCases {
  let cases: [Scalar]
  /// The first case.
  let sample: Any

  init?(of type: any Any.Type) {
    guard let type = type as? any (CaseIterable & RawRepresentable).Type, let found = Self.cases(of: type) else {
      return nil
    }
    self = found
  }

  private init(cases: [Scalar], sample: Any) {
    self.cases = cases
    self.sample = sample
  }

  private static func cases<Enumeration: CaseIterable & RawRepresentable>(
    of type: Enumeration.Type
  ) -> EnumeratedCases? {
    guard let sample = Enumeration.allCases.first else { return nil }
    var cases: [Scalar] = []
    for value in Enumeration.allCases {
      if let text = value.rawValue as? String {
        cases.append(.string(text))
      } else if let number = value.rawValue as? any FixedWidthInteger, let integer = Int(exactly: number) {
        cases.append(.int(integer))
      } else {
        return nil
      }
    }
    return EnumeratedCases(cases: cases, sample: sample)
  }

  var type: SettingType { .enumeration(cases: cases) }

  func contains(_ setting: Setting) -> Bool { setting.isOne(of: cases) }

  func help(for setting: Setting) -> [String] { setting.suggestions(among: cases) }
}
