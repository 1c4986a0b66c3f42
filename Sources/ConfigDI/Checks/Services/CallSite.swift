/// A call in the program's Swift sources that names a service, scope, stage, parameter or phase of a manifest.
package struct CallSite: Sendable {
  package let subject: Subject
  package let call: Call
  /// The location of the name in the call.
  package let location: SourceLocation
  /// The locations of the type or name and of the variant, where the call contains them as they are.
  package let text: Text
  /// Whether the call is inside an `#if`, and so may not be compiled.
  package let isConditional: Bool

  package typealias Text = (name: SourceLocation?, variant: SourceLocation?)

  package enum Subject: Sendable, Hashable {
    /// A key given as a type, which is spelled as in Swift but without `any`.
    case type(String, variant: String?)
    case custom(String)
    case scope(String)
    /// A stage, and the manifest's path if the same call contains it.
    case stage(String, manifest: String?)
    case parameter(String)
    case exposedParameter(String)
    /// A phase that the call runs. No rule is about it: the method shares its name with those of many libraries. An
    /// editor renames it together with the phase.
    case phase(String)

    package enum Kind: String, Sendable {
      case service, scope, stage, parameter, phase
      case exposedParameter = "exposed parameter"
    }

    package var kind: Kind {
      switch self {
      case .type, .custom: .service
      case .scope: .scope
      case .stage: .stage
      case .parameter: .parameter
      case .exposedParameter: .exposedParameter
      case .phase: .phase
      }
    }

    /// The name, as a manifest would write it.
    var name: String {
      switch self {
      case .type(let name, let variant): variant.map { "\(name)/\($0)" } ?? name
      case .custom(let name), .scope(let name), .stage(let name, _), .parameter(let name), .exposedParameter(let name),
        .phase(let name):
        name
      }
    }
  }

  package enum Call: String, Sendable {
    case resolve, resolveAsync, make, makeAsync, replace, provide, open, start, choose, set, read, run

    /// Whether the call is synchronous, so that it cannot wait for a service to be made.
    var isSynchronous: Bool { self == .resolve || self == .make || self == .open }

    /// Whether the call passes an argument to the service.
    var handsArgument: Bool { self == .make || self == .makeAsync }

    /// The call's name in a baseline, the same for synchronous and asynchronous calls.
    var symbol: String {
      switch self {
      case .resolveAsync: "resolve"
      case .makeAsync: "make"
      case .start: "open"
      default: rawValue
      }
    }
  }

  package init(
    _ subject: Subject, by call: Call, at location: SourceLocation, text: Text = (nil, nil), isConditional: Bool
  ) {
    self.subject = subject
    self.text = text
    self.call = call
    self.location = location
    self.isConditional = isConditional
  }

  /// Whether the call requests an instance, so that the service counts as used.
  package var isRequest: Bool { call == .resolve || call == .resolveAsync || call.handsArgument }

  /// The name in the call, as a manifest would write it.
  package var name: String { subject.name }

  /// The path that identifies the call in a baseline.
  var symbol: String { "calls.\(call.symbol).\(name)" }
}
