import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

protocol Storage: Sendable {}
protocol Clocked: Sendable {}
protocol Repository<Item>: Sendable { associatedtype Item }
protocol Pairing<Second, First>: Sendable {
  associatedtype First
  associatedtype Second
}
protocol SortedRepository<Item>: Repository {}
class Base: @unchecked Sendable {}
struct User: Sendable {
  struct Address: Sendable { struct Line: Sendable {} }
}
struct Outer<Element: Sendable>: Sendable {
  struct Inner: Sendable {}
  struct Deep<Other: Sendable>: Sendable {}
}
extension Outer where Element == Int {
  struct Constrained: Sendable {}
}
struct Several<each Element: Sendable>: Sendable {}
extension Int { enum NestedElsewhere {} }
private struct Hidden: Sendable {}
private protocol HiddenProtocol: Sendable {}

@Suite struct TypeNameTests {
  static let names: [(any Any.Type, String)] = [
    ((any Storage).self, "ConfigDITests.Storage"),
    ((any Storage & Sendable).self, "ConfigDITests.Storage"),
    ((any Clocked & Storage).self, "ConfigDITests.Clocked & ConfigDITests.Storage"),
    ((any Storage & Clocked).self, "ConfigDITests.Clocked & ConfigDITests.Storage"),
    ((any Base & Storage).self, "ConfigDITests.Base & ConfigDITests.Storage"),
    ((any Storage & AnyObject).self, "ConfigDITests.Storage & Swift.AnyObject"),
    (Base.self, "ConfigDITests.Base"),
    ((any Repository).self, "ConfigDITests.Repository"),
    ((any Repository<User>).self, "ConfigDITests.Repository<ConfigDITests.User>"),
    ((any Repository<User> & Sendable).self, "ConfigDITests.Repository<ConfigDITests.User>"),
    ((any SortedRepository<User>).self, "ConfigDITests.SortedRepository<ConfigDITests.User>"),
    ((any Repository<[User]>).self, "ConfigDITests.Repository<Swift.Array<ConfigDITests.User>>"),
    (
      (any Repository<any Repository<User>>).self,
      "ConfigDITests.Repository<ConfigDITests.Repository<ConfigDITests.User>>"
    ),
    (
      (any Pairing<Int, String>).self,
      "ConfigDITests.Pairing<First == Swift.String, Second == Swift.Int>"
    ),
    (
      (any Pairing<Int, any Repository<User>>).self,
      "ConfigDITests.Pairing<First == ConfigDITests.Repository<ConfigDITests.User>, Second == Swift.Int>"
    ),
    (
      (any Repository<User> & Storage).self,
      "ConfigDITests.Repository & ConfigDITests.Storage<Item == ConfigDITests.User>"
    ),
    (User.Address.Line.self, "ConfigDITests.User.Address.Line"),
    (Outer<User>.Inner.self, "ConfigDITests.Outer<ConfigDITests.User>.Inner"),
    (Outer<User>.Deep<Int>.self, "ConfigDITests.Outer<ConfigDITests.User>.Deep<Swift.Int>"),
    (Outer<any Repository<User>>.self, "ConfigDITests.Outer<ConfigDITests.Repository<ConfigDITests.User>>"),
    (Outer<Int>.Constrained.self, "ConfigDITests.Outer<Swift.Int>.Constrained"),
    (Several<Int, User>.self, "ConfigDITests.Several<Pack{Swift.Int, ConfigDITests.User}>"),
    (Int.NestedElsewhere.self, "Swift.Int.NestedElsewhere"),
    (((Int) -> any Storage).self, "(Swift.Int) -> ConfigDITests.Storage"),
    ((any Error).self, "Swift.Error"),
    (Any.self, "Any"),
  ]

  @Test("a type's name is its full name without noise", arguments: names.indices) func isTheFullNameWithoutNoise(
    _ index: Int
  ) {
    let (type, name) = Self.names[index]
    #expect(TypeName.name(of: type) == name)
  }

  @Test("distinct types have distinct names") func distinctTypesHaveDistinctNames() {
    #expect(Set(Self.names.map { ObjectIdentifier($0.0) }).count == Set(Self.names.map(\.1)).count)
  }

  @Test("private and local types have no name") func privateAndLocalTypesHaveNone() {
    struct Local: Sendable {}
    #expect(TypeName.name(of: Hidden.self) == nil)
    #expect(TypeName.name(of: (any HiddenProtocol).self) == nil)
    #expect(TypeName.name(of: Local.self) == nil)
    #expect(TypeName.name(of: Outer<Hidden>.self) == nil)
    #expect(TypeName.name(of: Outer<Int>.Deep<Local>.self) == nil)
  }
}
