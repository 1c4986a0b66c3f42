import ConfigDI

/// The factories of Actors, by the names that manifests have for them.
///
/// Written by `configdi-check register`, which adds what is missing and takes out what has gone. What you change here
/// stays.
struct ActorsFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("memory", as: (any Journal).self) { MemoryJournal() }
    registry.registerAsync("post", as: (any Mail).self) { (inbox: any Inbox) in await Post(inbox: inbox) }
    registry.registerAsync("remote", as: (any Inbox).self, RemoteInbox.init)
  }
}
