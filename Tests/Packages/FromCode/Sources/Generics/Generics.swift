import ConfigDI

struct User: Sendable {
  let name: String
}

protocol Repository<Item>: Sendable {
  associatedtype Item: Sendable
  func first() -> Item
}

struct UserRepository: Repository {
  typealias Item = User

  func first() -> User { User(name: "Ada") }
}

struct NumberRepository: Repository {
  typealias Item = Int

  func first() -> Int { 42 }
}

/// One for each kind of thing: it cannot be made without saying which.
struct CachedRepository<Item: Sendable>: Repository {
  let inner: any Repository<Item>

  func first() -> Item { inner.first() }
}

protocol Greeter: Sendable {
  func greet() -> String
}

struct NamedGreeter: Greeter {
  let users: any Repository<User>
  let numbers: any Repository<Int>

  func greet() -> String { "\(users.first().name) \(numbers.first())" }
}

enum GenericsProgram {
  static func run(_ container: Container) async throws -> String {
    try container.resolve((any Greeter).self).greet()
  }
}
