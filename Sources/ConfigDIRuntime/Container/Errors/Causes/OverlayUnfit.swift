/// A change that an overlay cannot make; a level of a `ContainerStack` can.
struct OverlayUnfit: ResolutionCause {
  let reason = ResolutionError.Reason.overlayUnfit
  let obstacle: Obstacle

  enum Obstacle: Sendable {
    case noManifest
    /// A `select` would choose another case.
    case otherTarget(ResolutionStep)
    /// A service would live in another scope.
    case otherScope(ResolutionStep)
    case otherPhases
  }

  init(_ obstacle: Obstacle) { self.obstacle = obstacle }

  func text(after chain: [ResolutionStep]) -> String {
    let change =
      switch obstacle {
      case .noManifest: "the overlay changes factories or parameters, and this container was not made of a manifest"
      case .otherTarget(let service): "the overlay changes what \(service) stands for"
      case .otherScope(let service): "the overlay's factory needs a scope that is not open where \(service) lives"
      case .otherPhases: "the overlay makes two initializers of a phase one, or one two"
      }
    return chain.text(
      change, help: "build the container with these changes, or push them as a level of a ContainerStack",
      endsWithFailed: false)
  }
}
