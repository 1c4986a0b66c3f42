import ConfigDI

/// The factories of Actors, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
struct ActorsFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("memory", as: (any Journal).self) { MemoryJournal() }
    registry.registerAsync("post", as: (any Mail).self) { (inbox: any Inbox) in await Post(inbox: inbox) }
    registry.registerAsync("remote", as: (any Inbox).self, RemoteInbox.init)
  }
}
