import ConfigDIRuntime

struct Asked: Error {}

/// Sets the default container of its own copy, and asks for it.
@_cdecl("ask") public func ask() {
  let name = #fileID.prefix { $0 != "/" }
  do {
    try Container.setDefault { throw Asked() }
    _ = try Container.current
  } catch is Asked {
    print("\(name): its own default")
  } catch {
    print("\(name): \("\(error)".prefix { $0 != "\n" })")
  }
}
