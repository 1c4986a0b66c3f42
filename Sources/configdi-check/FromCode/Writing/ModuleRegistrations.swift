import ConfigDI

/// The registrations in a package's source files.
struct ModuleRegistrations: Sendable {
  private(set) var calls: [RegisterCall] = []
  /// The symbols of the types that these registrations make.
  private var made: Set<String> = []
  /// The symbols of the types that each factory makes, as the module that registers it knows them.
  private(set) var typesOfFactories: [String: [String]] = [:]
  /// The registrations by the symbol of the type that they register.
  private(set) var registrations: [String: [RegisterCall]] = [:]
  /// Whether a source file passes on what another module declares.
  private(set) var reexports = false
  /// The source files that the symbol graphs name but that cannot be read.
  private(set) var unread: [String] = []
  /// What each module's files import of the library.
  private var libraries: [String: Set<String>] = [:]

  /// - Parameter except: The path of the generated file, which is not read.
  init(_ types: PackageTypes, except: String?, _ files: any FileAccess) {
    var seen: Set<String> = []
    for module in types.modules {
      for place in Set(types.types(of: module).compactMap(\.place?.path)).sorted() {
        let path = files.resolve(place) ?? place
        guard path != except, seen.insert(path).inserted else { continue }
        guard let bytes = try? files.read(path, limit: Limits().fileBytes) else {
          unread.append(path)
          continue
        }
        reexports = reexports || bytes[...].end(of: "@_exported") != nil
        guard bytes[...].end(of: "ConfigDI") != nil || bytes[...].end(of: "register") != nil else { continue }
        let file = RegistrationFile(bytes)
        libraries[module, default: []].formUnion(file.imports.intersection(SwiftFileFacts.libraries))
        calls += file.calls
        for call in file.calls {
          let symbols = call.made(among: types, in: module)
          made.formUnion(symbols)
          if let name = call.name { typesOfFactories[name, default: []] += symbols }
        }
        registrations.merge(file.calls.byType(among: types, in: module)) { $0 + $1 }
      }
    }
  }

  /// The library's module for a generated file. A module that only imports `ConfigDIRuntime` may have no other.
  func library(of module: String) -> String {
    libraries[module] == ["ConfigDIRuntime"] ? "ConfigDIRuntime" : "ConfigDI"
  }

  /// Whether a hand-written registration makes a type.
  func make(_ type: CodeSymbol) -> Bool { made.contains(type.id) }
}

extension [RegisterCall] {
  /// The registrations by the symbol of the type that they register.
  func byType(among types: PackageTypes, in module: String) -> [String: [RegisterCall]] {
    reduce(into: [:]) { found, call in
      if let type = call.registered(among: types, in: module) { found[type, default: []].append(call) }
    }
  }
}

extension RegisterCall {
  /// The symbols of the types that this registration makes. If no expression shows a type, a variable or function gives
  /// an instance of the type in `as: Log.self`.
  func made(among types: PackageTypes, in module: String) -> [String] {
    guard passed == nil else { return [] }
    // Beside whole expressions, the others are only arguments of the whole ones.
    let whole = makers.filter(\.isWhole)
    let made = (whole.isEmpty ? makers : whole).flatMap { $0.types(among: types, in: module).map(\.id) }
    guard made.isEmpty, let type = service.first, service.count == 1 else { return made }
    return types.types(spelled: type, in: module).map(\.id)
  }

  /// The symbol of the type that this registration surely makes, or whose instance it registers under another key.
  func registered(among types: PackageTypes, in module: String) -> String? {
    let found = Set(passed.map { types.types(spelled: $0, in: module).map(\.id) } ?? made(among: types, in: module))
    return found.count == 1 ? found.first : nil
  }

  /// Whether this registration, which registers the candidate's type, is the candidate's own.
  func isOf(_ candidate: Candidate) -> Bool {
    candidate.alias == nil ? passed == nil : serves(candidate.key)
  }
}

extension RegisterCall.Maker {
  /// The types that the path may refer to. If the whole path is not a type, its last component may be a member.
  func types(among types: PackageTypes, in module: String) -> [CodeSymbol] {
    let whole = types.types(spelled: path, in: module)
    guard whole.isEmpty, form != .reference, path.count > 1, let member = path.last,
      form == .member || types.callables.contains(member)
    else { return whole }
    return types.types(spelled: path.dropLast(), in: module)
  }

  /// Whether the path's last component is a member of the type that the preceding components name.
  func namesMember(among types: PackageTypes, in module: String) -> Bool {
    form != .reference && types.types(spelled: path, in: module).isEmpty
  }
}
