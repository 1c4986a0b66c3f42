import ConfigDI

@testable import configdi_check

extension SwiftCalls.Found {
  /// The name, after a sign for what is no key.
  var shown: String {
    switch site.subject {
    case .type, .custom: site.name
    case .scope: "#\(site.name)"
    case .stage: "@\(site.name)"
    case .parameter: "$\(site.name)"
    case .exposedParameter: "%\(site.name)"
    case .phase: "!\(site.name)"
    }
  }
}
