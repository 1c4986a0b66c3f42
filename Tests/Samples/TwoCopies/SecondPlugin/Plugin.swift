import ConfigDIRuntime

struct Asked: Error {}

/// Sets the default container of its own copy, and asks for it.
@_cdecl("secondPlugin") public func ask() {
  Container.setDefault { throw Asked() }
  do {
    _ = try Container.current
  } catch is Asked {
    print("SecondPlugin: its own default")
  } catch {
    print("SecondPlugin: \("\(error)".prefix { $0 != "\n" })")
  }
}
