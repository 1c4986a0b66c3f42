import ConfigDI

struct CoreModule: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("shelf", as: Shelf.self) { Shelf(place: "phone") }
    registry.register("guestShelf", as: Shelf.self) { Shelf(place: "guest") }
  }
}

struct BookcaseModule: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("bookcase", as: Bookcase.self, labels: ["own", "guests"], Bookcase.init)
  }

  func containerDidAssemble(_ container: Container) async throws {
    try await container.resolve(Bookcase.self).add("welcome")
  }
}

/// Added after the others, so that its shelf is the one that counts.
struct TabletModule: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("shelf", as: Shelf.self, replace: true) { Shelf(place: "tablet") }
  }
}

struct Shelf: Sendable {
  let place: String
}

actor Bookcase {
  let own: Shelf
  let guests: Shelf
  private(set) var books: [String] = []

  init(own: Shelf, guests: Shelf) {
    self.own = own
    self.guests = guests
  }

  func add(_ book: String) { books.append("\(book) on the \(own.place)") }
}
