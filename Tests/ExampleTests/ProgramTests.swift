import Foundation
import Testing

@testable import Parcels

/// The example, run as a program in each of its stages.
@Suite struct ProgramTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "parcels-\(UUID().uuidString)")

  private func run(_ stage: String, _ environment: [String: String] = [:]) throws -> Command {
    var environment = environment
    environment["PARCELS_FOLDER"] = folder.path
    return try Command("Parcels", Example.manifest, stage, environment: environment)
  }

  @Test("the test stage uses neither network nor clock") func theTestStageHasNeitherNetworkNorClock() throws {
    let run = try run("test")
    #expect(run.error == "")
    #expect(
      run.output == """
        launch       crash reports are on
        launch       analytics count for stage test, key no-key
        API          canned answers, counted
        credentials  in memory
        cache        in memory, for 300 s
        clock        stopped at 1767225600
        health       api is well, credentials is well
        session      signed in as demo
        request 1    parcel 1001: in transit, Utrecht
        request 2    parcel 1001: in transit, Utrecht (from the cache)
        request 3    parcel 2002: delivered, Lisbon
        metrics      calls 4

        """)
  }

  @Test("development uses its own server and retries") func developmentTalksToItsOwnServerAndTriesAgain() throws {
    let run = try run("development")
    #expect(run.code == 0)
    #expect(run.output.contains("API          HTTP to a server of its own, counted, 3 attempts\n"))
    #expect(run.output.contains("metrics      calls 5, failures 1\n"))
    #expect(run.output.contains("shutdown     the own server is closed\n"))
  }

  @Test func anEnvironmentVariableChoosesTheCache() throws {
    let run = try run("test", ["PARCELS_CACHE": "none"])
    #expect(run.output.contains("cache        none\n"))
    #expect(!run.output.contains("from the cache"))
  }

  @Test("staging keeps the token in a file that only its owner can read") func stagingKeepsTheTokenInAFileOfItsOwner()
    throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try run("staging").output.contains("signed in as demo"))
    #expect(try run("staging").output.contains("found the one of an earlier run"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let path = try folder.appending(path: #require(files.first)).path
    #expect(files.count == 1)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int == 0o700)
  }

  @Test("production requires its environment") func productionNeedsItsEnvironment() throws {
    let run = try run("production")
    #expect(run.code == 78)
    #expect(run.output == "")
    #expect(run.error.contains("PARCELS_PASSWORD") && run.error.contains("PARCELS_URL"))
  }

  @Test("production talks to the given server") func productionTalksToTheServerThatItIsGiven() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try OwnServer(journal: Silence())
    defer { server.close() }
    let run = try run(
      "production", ["PARCELS_URL": "http://\(server.host):\(server.port)", "PARCELS_PASSWORD": "open sesame"])
    #expect(run.error == "")
    #expect(run.output.contains("HTTP to http://127.0.0.1:\(server.port), counted, 5 attempts"))
    #expect(run.output.contains("shutdown     the metrics are sent"))
    #expect(!run.output.contains("open sesame"))
  }

  @Test("a broken manifest is refused before anything is made") func aBrokenManifestIsRefusedBeforeAnythingIsMade()
    throws
  {
    let run = try Command("Parcels", "broken/cycle.yaml")
    #expect(run.code == 78)
    #expect(run.output == "")
    #expect(run.error.contains("dependency cycle: APIClient -> Metrics -> APIClient [DI202]"))
  }

  @Test("the README's first program greets, and loudly after an edit") func helloGreets() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = try String(contentsOf: Example.repository.appending(path: "Examples/Hello/app.yaml"), encoding: .utf8)
    func run(_ text: String) throws -> Command {
      try Data(text.utf8).write(to: folder.appending(path: "app.yaml"))
      return try Command("Hello", in: folder)
    }
    #expect(try run(text).output == "Hello.\n")
    #expect(try run(text.replacing("plain", with: "loud")).output == "HELLO!\n")
    let broken = try run(text.replacing("plain", with: "lout"))
    #expect(broken.code == 78)
    #expect(broken.error.contains("app.yaml:3:12: error: unknown factory 'lout' [DI401]"), "\(broken.error)")
  }

  private struct Silence: Journal {
    func note(_ subject: String, _ text: String) {}
  }
}
