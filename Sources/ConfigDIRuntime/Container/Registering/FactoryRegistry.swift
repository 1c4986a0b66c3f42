/// The program's factories by name. A manifest chooses among the factories, and a container makes services with them.
///
/// A factory's dependencies are the types of its parameters. So a registered factory can be checked and wired without
/// further declarations:
///
/// ```swift
/// var registry = FactoryRegistry()
/// registry.register("oauth", as: (any SessionManager).self, OAuthSessionManager.init)
/// registry.register("memory", as: (any CredentialsStore).self) { MemoryStore() }
/// ```
///
/// A parameter whose type conforms to ``ServiceSettings`` receives the manifest's `settings`. ``Lazy``, ``Provider``,
/// ``ScopedProvider``, ``MainLazy`` and ``MainProvider`` defer a dependency; ``AsyncLazy``, ``AsyncProvider`` and
/// ``AsyncScopedProvider`` defer a dependency that must be awaited. ``Maker``, ``MainMaker`` and ``AsyncMaker`` pass an
/// argument. An optional dependency may be absent, and an array is filled from a collection. Any other parameter type
/// is the key of a service.
///
/// Registering never fails. Mistakes, such as a duplicate name, are listed in ``findings``. While there are findings,
/// no container is built and no catalog is exported. A registry is a value: changing a copy changes neither the
/// original nor a container built from it.
public struct FactoryRegistry: Sendable, ContentsHiding {
  @usableFromInline var factories: [AnyFactory] = []
  var keys: [DeclaredKey] = []
  package private(set) var assemblies: [any Assembly] = []
  private(set) var observers: [@Sendable (ContainerEvent) -> Void] = []

  /// Creates a registry with the factories from these assemblies, added in order. Without assemblies the registry is
  /// empty.
  public init(_ assemblies: any Assembly...) {
    for assembly in assemblies { add(assembly) }
  }

  /// Adds an assembly: lets it register its factories, and keeps it so that a container can call its hook when it
  /// starts.
  ///
  /// Assemblies are added in order. A later assembly may replace an earlier assembly's factories with `replace: true`.
  ///
  /// An assembly is added only once, even if several modules add it because they all need it. Two assemblies are the
  /// same if they are the same object, if they are values of one type that has no properties, or if they are equal
  /// cases of a `Hashable` enumeration.
  public mutating func add(_ assembly: some Assembly) {
    guard !assemblies.contains(where: assembly.isSame) else { return }
    assembly.assemble(&self)
    assemblies.append(assembly)
  }

  /// Reports each step in the life of an instance to a closure, for all containers built from this registry. The
  /// containers report singletons, weak instances and scoped instances, including those in overlays. They do not report
  /// instances that are made for a single injection.
  ///
  /// The closure runs where the instance is made or closed, with no lock held, and should return quickly. A container
  /// without an observer never reads the clock.
  public mutating func observe(_ observer: @escaping @Sendable (ContainerEvent) -> Void) {
    observers.append(observer)
  }

  /// Declares a custom key, so that manifests may use the key's name.
  ///
  /// A key that is a type needs no declaration; any other key is declared once. Private and local types, whose names
  /// change from build to build, can be used only through a declared key.
  ///
  /// - Parameters:
  ///   - key: The key, whose name must not contain `/`.
  ///   - fileID: The file of this call; leave the default.
  ///   - line: The line of this call; leave the default.
  public mutating func declare<Service>(_ key: Key<Service>, fileID: StaticString = #fileID, line: Int = #line) {
    // A type needs no declaration.
    guard case .custom(let name) = key.name else { return }
    keys.append((name, Service.self, fileID, UInt32(clamping: line)))
  }
}

extension Assembly {
  fileprivate func isSame(as other: any Assembly) -> Bool {
    guard let other = other as? Self else { return false }
    if type(of: self) is any AnyObject.Type { return self as AnyObject === other as AnyObject }
    guard MemoryLayout<Self>.size > 0 else { return true }
    // A value with a size but without children is a case of an enumeration.
    guard Mirror(reflecting: self).children.isEmpty, let mine = self as? any Hashable else { return false }
    return AnyHashable(mine) == (other as? any Hashable).map { AnyHashable($0) }
  }
}

typealias DeclaredKey = (name: String, type: any Any.Type, fileID: StaticString, line: UInt32)
