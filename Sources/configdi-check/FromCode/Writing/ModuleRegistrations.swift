import ConfigDI

/// The registrations in a package's source files.
struct ModuleRegistrations: Sendable {
  private(set) var calls: [RegisterCall] = []
  /// The symbols of the types that these registrations make.
  private var made: Set<String> = []
  /// The factory's name by the symbol of the one type that it makes.
  private(set) var factories: [String: String] = [:]

  /// - Parameter except: The path of the generated file, which is not read.
  init(_ types: PackageTypes, except: String?, _ files: any FileAccess) {
    var seen: Set<String> = []
    for module in types.modules {
      for place in types.files(of: module) {
        let path = files.resolve(place) ?? place
        guard path != except, seen.insert(path).inserted,
          let bytes = try? files.read(path, limit: Limits().fileBytes), bytes[...].end(of: "register") != nil
        else { continue }
        for call in RegistrationFile(bytes).calls {
          calls.append(call)
          made.formUnion(call.made(among: types, in: module))
          if let (type, name) = call.factory(among: types, in: module) { factories[type] = factories[type] ?? name }
        }
      }
    }
  }

  var names: Set<String> { Set(calls.compactMap(\.name)) }

  /// Whether a hand-written registration makes a type.
  func make(_ type: CodeSymbol) -> Bool { made.contains(type.id) }
}

extension RegisterCall {
  /// The symbols of the types that this registration makes.
  func made(among types: PackageTypes, in module: String) -> [String] {
    surestMakers.flatMap { $0.types(among: types, in: module).map(\.id) }
  }

  /// The symbol of the type that this registration surely makes, and the factory's name.
  func factory(among types: PackageTypes, in module: String) -> (type: String, name: String)? {
    let made = Set(made(among: types, in: module))
    guard let name, let type = made.first, made.count == 1 else { return nil }
    return (type, name)
  }

  /// The whole expressions or, if there are none, every expression that may make the instance. The others are only
  /// arguments of the whole ones.
  private var surestMakers: [Maker] {
    let whole = makers.filter(\.isWhole)
    return whole.isEmpty ? makers : whole
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
