/// A call in a program's Swift sources that names a part of a manifest by a literal.
package struct CallSite: Sendable {
  package let subject: Subject
  package let call: Call
  /// The location of the literal.
  package let location: SourceLocation
  /// Whether an `#if` decides whether the call is compiled.
  package let isConditional: Bool

  package enum Subject: Sendable, Hashable {
    /// The key for a type, as Swift spells the type, without `any`.
    case type(String, variant: String?)
    case custom(String)
    case scope(String)
    /// A stage, and the path of the manifest if the same call names it.
    case stage(String, manifest: String?)
    case parameter(String)

    package enum Kind: String, Sendable { case service, scope, stage, parameter }

    package var kind: Kind {
      switch self {
      case .type, .custom: .service
      case .scope: .scope
      case .stage: .stage
      case .parameter: .parameter
      }
    }
  }

  package enum Call: String, Sendable {
    case resolve, resolveAsync, make, makeAsync, replace, provide, open, start, choose, set

    /// Whether the call is synchronous, so that it cannot wait for a service to be made.
    var isSynchronous: Bool { self == .resolve || self == .make || self == .open }

    /// Whether the call passes an argument.
    var handsArgument: Bool { self == .make || self == .makeAsync }

    /// The call's name in baseline symbols, the same for its synchronous and asynchronous forms.
    var symbol: String {
      switch self {
      case .resolveAsync: "resolve"
      case .makeAsync: "make"
      case .start: "open"
      default: rawValue
      }
    }
  }

  package init(_ subject: Subject, by call: Call, at location: SourceLocation, isConditional: Bool) {
    self.subject = subject
    self.call = call
    self.location = location
    self.isConditional = isConditional
  }

  /// Whether the call requests an instance, so that its service counts as used.
  package var isRequest: Bool { call == .resolve || call == .resolveAsync || call.handsArgument }

  /// The name in the call, as a manifest would write it.
  package var name: String {
    switch subject {
    case .type(let name, let variant): variant.map { "\(name)/\($0)" } ?? name
    case .custom(let name), .scope(let name), .stage(let name, _), .parameter(let name): name
    }
  }
}
