import ConfigDIRuntime

struct Asked: Error {}

/// Sets the default container of its own copy, and asks for it.
@_cdecl("firstPlugin") public func ask() {
  Container.setDefault { throw Asked() }
  do {
    _ = try Container.current
  } catch is Asked {
    print("FirstPlugin: its own default")
  } catch {
    print("FirstPlugin: \("\(error)".prefix { $0 != "\n" })")
  }
}
