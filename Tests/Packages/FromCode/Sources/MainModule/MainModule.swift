import ConfigDI

protocol Screen {
  var title: String { get }
}

protocol Router {
  func open() -> String
}

nonisolated protocol Texts: Sendable {
  func text() -> String
}

nonisolated struct EnglishTexts: Texts {
  func text() -> String { "Hello" }
}

final class MainScreen: Screen {
  private let texts: any Texts

  init(texts: any Texts) { self.texts = texts }

  var title: String { texts.text() }
}

final class AppRouter: Router {
  private let screen: any Screen

  init(screen: any Screen) { self.screen = screen }

  func open() -> String { screen.title }
}

enum MainModuleProgram {
  static func run(_ container: Container) async throws -> String {
    try container.main.resolve((any Router).self).open()
  }
}
