import ConfigDI
import Testing

/// What the pages about arguments show, run.
@Suite struct ArgumentSnippetTests {
  protocol Pages: Sendable {}

  struct SQLPages: Pages {}

  final class Page: Sendable {
    typealias ID = Int

    let pages: any Pages
    let id: ID

    /// - Argument: id
    init(pages: any Pages, id: Page.ID) {
      self.pages = pages
      self.id = id
    }
  }

  final class Reader: Sendable {
    let pages: Maker<Page.ID, Page>
    init(pages: Maker<Page.ID, Page>) { self.pages = pages }
    func open(_ id: Page.ID) throws -> Page { try pages(id) }
  }

  struct Upload: Sendable {
    let id: Page.ID
    static func open(_ pages: any Pages, _ id: Page.ID) async throws -> Upload { Upload(id: id) }
  }

  protocol Mailer: Sendable {}

  struct StubMailer: Mailer {}

  struct Invited: Sendable {
    let address: String
    let isReminder: Bool
  }

  struct Invitation: Sendable {
    let mailer: any Mailer
    let address: String
    let isReminder: Bool
  }

  private static func registry() -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("sqlPages", as: (any Pages).self) { SQLPages() }
    registry.register("page", as: Page.self) { (pages: any Pages, id: Argument<Page.ID>) in
      Page(pages: pages, id: id.value)
    }
    registry.register("reader", as: Reader.self, labels: ["pages"], Reader.init)
    registry.registerDecorator("logged", of: Page.self) { (page: Page, id: Argument<Page.ID>) in
      print("page \(id.value) was opened")
      return page
    }
    registry.registerAsync("upload", as: Upload.self) { (pages: any Pages, id: Argument<Page.ID>) in
      try await Upload.open(pages, id.value)
    }
    registry.register("mailer", as: (any Mailer).self) { StubMailer() }
    registry.register("invitation", as: Invitation.self) { (mailer: any Mailer, invited: Argument<Invited>) in
      Invitation(mailer: mailer, address: invited.value.address, isReminder: invited.value.isReminder)
    }
    registry.register("personal", as: Invitation.self) { (mailer: any Mailer, address: Argument<String>) in
      Invitation(mailer: mailer, address: address.value, isReminder: false)
    }
    return registry
  }

  @Test("the guide's reader opens pages") func theGuide() throws {
    let text = try #require(manifest(on: "ArgumentsAtTheCall.md"))
    let container = try Container(manifest: .yaml(text), registry: Self.registry())
    #expect(try container.resolve(Reader.self).open(7).id == 7)
    let id = 8
    let page = try container.make(Page.self, with: id)
    #expect(page.id == id)
  }

  @Test("the guide's upload is awaited") func theUpload() async throws {
    let container = try Container(
      manifest: .yaml("configdi: 1\nservices: { Pages: sqlPages, Upload: upload }"), registry: Self.registry())
    let id = 8
    let upload = try await container.makeAsync(Upload.self, with: id)
    #expect(upload.id == id)
  }

  @Test("the migration pages' invitations are made at the call") func theMigrationPages() throws {
    let container = try Container(
      manifest: .yaml("configdi: 1\nservices: { Mailer: mailer, Invitation: invitation, Invitation/own: personal }"),
      registry: Self.registry())
    let invitation = try container.make(Invitation.self, with: Invited(address: "ada@example.com", isReminder: true))
    #expect(invitation.isReminder)
    #expect(try container.make(Invitation.self, named: "own", with: "ada@example.com").address == invitation.address)
  }
}

/// The first manifest that a page shows.
private func manifest(on page: String) -> String? {
  Page.all.first { $0.name == page }?.blocks("yaml").first?.text
}
