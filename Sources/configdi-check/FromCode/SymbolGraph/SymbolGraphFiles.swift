import ConfigDI

/// The symbol graphs of a package's modules, read from the folders into which the toolchain wrote them.
enum SymbolGraphFiles {
  static let suffix = ".symbols.json"
  /// The maximum size of a graph in bytes. A large program's graph can be tens of megabytes.
  private static let limit = 1 << 30

  static func read(_ places: [String], _ files: any FileAccess) throws(Failure) -> [SymbolGraph] {
    var graphs: [SymbolGraph] = []
    for place in places {
      let found = try paths(at: place, files)
      for path in found { graphs.append(try read(path, files)) }
    }
    return graphs
  }

  private static func paths(at place: String, _ files: any FileAccess) throws(Failure) -> [String] {
    guard let entries = files.entries(of: place) else {
      guard files.resolve(place) != nil else { throw Failure("no such file or folder: \(place)") }
      return [place]
    }
    let names = entries.filter { $0.kind == .file && $0.name.hasSuffix(suffix) }.map(\.name)
    guard !names.isEmpty else {
      throw Failure(
        "\(place) has no \(suffix) file: generate one with 'swift package dump-symbol-graph --minimum-access-level private'"
      )
    }
    return names.map { FilePath.join(place, $0) }
  }

  private static func read(_ path: String, _ files: any FileAccess) throws(Failure) -> SymbolGraph {
    let bytes: [UInt8]
    do {
      bytes = try files.read(path, limit: limit)
    } catch {
      throw Failure("cannot read the symbol graph \(path): \(error.explanation)")
    }
    do {
      return try SymbolGraph(reading: bytes)
    } catch let problem as JSONScanner.Malformed {
      throw Failure("\(path) is not a symbol graph: it is invalid at byte \(problem.offset)")
    } catch let problem as Failure {
      throw Failure("\(path) is not a symbol graph: \(problem.message)")
    } catch {
      throw Failure("\(path) is not a symbol graph")
    }
  }
}
