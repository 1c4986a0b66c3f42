extension FactoryRegistry {
  /// Throws if a committed catalog differs from the registry's catalog. Call this in a test of your program.
  ///
  /// ```swift
  /// @Test func theCatalogIsCurrent() throws {
  ///   try FactoryRegistry(AppAssembly()).checkCatalog(at: "../../configdi.catalog.json")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The committed file; a relative path is relative to the folder of the calling Swift file.
  ///   - caller: The calling Swift file.
  /// - Throws: ``StaleCatalog``, with the differences, or with the mistakes in the registrations.
  public func checkCatalog(at path: String, caller: StaticString = #filePath) throws(StaleCatalog) {
    let place = FilePath.join(FilePath.folder(of: caller.description), path)
    let limits = Limits()
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try DiskFiles().read(place, limit: limits.fileBytes)
    } catch {
      throw StaleCatalog(path: path, differences: [.unreadable(error)])
    }
    let differences = differences(from: SourceFile(path: path, bytes: bytes), limits: limits)
    guard differences.isEmpty else { throw StaleCatalog(path: path, differences: differences) }
  }

  func differences(from file: SourceFile, limits: Limits = Limits()) -> [String] {
    let examined = examined()
    var diagnostics = Diagnostics()
    guard examined.findings.isEmpty else { return examined.findings.map { $0.firstLine() } }
    guard let committed = Catalog(file, limits: limits, reporting: &diagnostics), !diagnostics.hasErrors else {
      return diagnostics.sorted().map { $0.firstLine() }
    }
    let differences = examined.catalog.difference(from: committed)
    // Documentation is added to the file afterwards, from the source.
    let documented = examined.catalog.documented(like: committed)
    if differences.isEmpty, documented.json.utf8.elementsEqual(file.bytes) == false { return [.otherText] }
    return differences
  }
}

/// Thrown if a committed catalog differs from the catalog that the program would export now.
public struct StaleCatalog: Error, CustomStringConvertible {
  /// The file's path, as the caller gave it.
  package let path: String
  /// The differences, one sentence each: `factory 'orders' now needs Clock`.
  public let differences: [String]

  /// Lists all differences and the command that updates the file.
  public var description: String {
    """
    \(path) is out of date:
    \(differences.map { "  \($0)" }.joined(separator: "\n"))
    Update it: \(Catalog.requestVariable)=1 <your program> > \(path)
    """
  }
}

extension Catalog {
  /// A copy of this catalog that takes the documentation of equal factories from another catalog.
  fileprivate func documented(like other: Catalog) -> Catalog {
    let texts = Dictionary(
      other.factories.compactMap { factory in factory.documentation.map { (factory.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    var copy = self
    for index in copy.factories.indices { copy.factories[index].documentation = texts[copy.factories[index].name] }
    return copy
  }
}

extension String {
  fileprivate static let otherText = "the contents are the same, but the layout differs"

  fileprivate static func unreadable(_ problem: FileProblem) -> String {
    switch problem {
    case .missing: "there is no such file"
    case .notRegular(let kind): "it is \(kind), not a regular file"
    case .denied: "permission denied"
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .failed(let reason): "it could not be read: \(reason)"
    }
  }
}
