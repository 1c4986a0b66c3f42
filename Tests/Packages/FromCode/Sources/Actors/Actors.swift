import ConfigDI

protocol Inbox: Sendable {
  func count() async -> Int
}

protocol Journal: Sendable {
  func note(_ text: String) async
}

protocol Mail: Sendable {
  func text() async -> String
}

actor MemoryJournal: Journal {
  private var notes: [String] = []

  func note(_ text: String) { notes.append(text) }
}

actor RemoteInbox: Inbox {
  private let journal: any Journal

  init(journal: any Journal) async throws {
    self.journal = journal
    await journal.note("opened")
  }

  func count() -> Int { 3 }
}

@globalActor actor MailActor {
  static let shared = MailActor()
}

@MailActor final class Post: Mail {
  private let inbox: any Inbox

  init(inbox: any Inbox) { self.inbox = inbox }

  func text() async -> String { "\(await inbox.count()) letters" }
}

enum ActorsProgram {
  static func run(_ container: Container) async throws -> String {
    await (try container.resolve((any Mail).self)).text()
  }
}
