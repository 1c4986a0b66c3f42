import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import configdi_check

/// Each rule's remedy, typed as its message has it, takes the finding away and brings no error.
@Suite struct RemedyTests {
  /// An edit of a rule's bad example, and the words of the message or its help that ask for it.
  struct Remedy: Sendable, CustomTestStringConvertible {
    let code: String
    let text: String
    let instead: String
    let words: String

    init(_ code: String, _ text: String, _ instead: String, says words: String) {
      self.code = code
      self.text = text
      self.instead = instead
      self.words = words
    }

    var testDescription: String { code }
  }

  static let remedies: [Remedy] = [
    Remedy("DI001", "@systemClock", "\"@systemClock\"", says: "quote the text: \"@systemClock\""),
    Remedy("DI002", "\n  \"Clock\": fixedClock", "", says: "remove this entry, or rename one of the two"),
    Remedy("DI005", "[systemClock]", "systemClock", says: "remove the brackets: systemClock"),
    Remedy("DI006", "services:", "configdi: 1\nservices:", says: "add a line at the top level: configdi: 1"),
    Remedy("DI007", "&loop [*loop]", "[]", says: "write out the value instead of the alias"),
    Remedy(
      "DI008", "# configdi:ignore DI207", "# configdi:ignore DI207 -- reason", says: "# configdi:ignore DI207 -- reason"
    ),
    Remedy("DI009", "[parts]", "[parts/*.yaml]", says: "'*' matches the files in a folder"),
    Remedy("DI101", "shared/clok.yaml", "shared/clock.yaml", says: "did you mean 'shared/clock.yaml'?"),
    Remedy(
      "DI104", "modules/*.yaml", "{ path: modules/*.yaml, optional: true }",
      says: "{ path: modules/*.yaml, optional: true }"),
    Remedy("DI106", "staging: { extends: production }", "staging: {}", says: "remove one 'extends' from the cycle"),
    Remedy("DI107", "\nservices:\n  Clock: fixedClock", "", says: "remove this definition, or rename one of the two"),
    Remedy("DI202", "refresher: APIClient", "refresher: { lazy: APIClient }", says: "refresher: { lazy: APIClient }"),
    Remedy(
      "DI204", "{ factory: cachingStore, dependencies: { inner: Store } }",
      "{ factory: diskStore, decorators: [cachingStore] }", says: "did you mean a decorator"),
    Remedy("DI205", "{ Clock:", "{ App.Clock:", says: "write App.Clock or Kit.Clock"),
    Remedy("DI206", "Store: { alias: ReadStore }", "Store: diskStore", says: "refer to a service"),
    Remedy("DI207", "roots: [Server]", "roots: [Server, Clock]", says: "add Clock to 'roots'"),
    Remedy("DI208", "provided: optional", "provided: true", says: "write 'provided: true'"),
    Remedy("DI209", ", scope: transient", "", says: "remove the scope"),
    Remedy(
      "DI211", "Greeter: politeGreeter", "Greeter: politeGreeter\n  Summary: shortSummary",
      says: "add 'Summary: …' under 'services'"),
    Remedy(
      "DI301", "dependencies: { user: CurrentUser }", "dependencies: { user: CurrentUser }, scope: request",
      says: "scope: request"),
    Remedy(
      "DI304", "roots: [Orders]", "roots: [{ key: Orders, scope: request }]", says: "{ key: Orders, scope: request }"),
    Remedy("DI305", "scope: singleton", "scope: transient", says: "scope: transient"),
    Remedy("DI306", ", eager: true", "", says: "eager: false"),
    Remedy("DI310", "job: {}", "job: { parent: session }", says: "scopes: { job: { parent: session } }"),
    Remedy("DI309", "request: { parent: session }", "request: {}", says: "remove one 'parent' from the cycle"),
    Remedy("DI402", "smtp", "systemClock", says: "write Clock: systemClock"),
    Remedy("DI403", "  Mailer: smtp", "  Mailer: smtp\n  Clock: systemClock", says: "add 'Clock: systemClock'"),
    Remedy("DI405", "clock: Log", "clock: Clock", says: "write Clock"),
    Remedy("DI406", "plenty", "64KiB", says: "'64KiB'"),
    Remedy("DI408", "compression: true", "compression: true, capacity: 64KiB", says: "'64KiB'"),
    Remedy("DI409", "{ cart: Cart } }", "{ cart: Basket } }\n  Basket: basket", says: "use Basket instead"),
    Remedy("DI410", "Mailer: logged", "Mailer: { factory: smtp, decorators: [logged] }", says: "decorators: [logged]"),
    Remedy(
      "DI502", "{ mail.from: no-reply@example.com }", "{ mail.from: { value: no-reply@example.com, exposed: true } }",
      says: "add exposed: true"),
    Remedy("DI503", "zone: \"eu.${host}\"", "zone: eu", says: "give one of these parameters its own value"),
    Remedy("DI504", "\"postgres://${host\"", "\"postgres://${host}\"", says: "write ${host}"),
    Remedy("DI505", "{ type: url }", "{ type: url, env: VARIABLE }", says: "or db.url: { value"),
    Remedy("DI506", "default: 30,", "default: 30s,", says: "30s"),
    Remedy("DI508", "{ type: string, env: DB_PORT }", "\"${db.port}\"", says: "${db.port}"),
    Remedy("DI509", "value: k-2718281828", "env: VARIABLE", says: "or file: /run/secrets/"),
    Remedy(
      "DI602", "HealthCheck/db: dbHealth", "HealthCheck/db: { factory: dbHealth, collect: checks }",
      says: "collect: checks"),
    Remedy(
      "DI603", "Clock: { factory: systemClock, collect: checks }", "Clock: { factory: systemClock }",
      says: "remove 'collect'"),
    Remedy("DI606", "[slowed]", "[logged]", says: "write decorators: [logged]"),
    Remedy("DI608", "{ v1: Cart/v1 }", "{ v1: Cart/v1, v2: Cart/v1 }", says: "add v2: …"),
    Remedy("DI609", ", v2: Cart/v1", "", says: "remove the case"),
  ]

  /// Rules whose remedy is no edit of the manifest, each with the reason.
  static let others: [String: String] = [
    "DI102": "an import is removed in one of several files", "DI103": "a file is moved, or a flag is given",
    "DI203": "a note, with nothing to mend", "DI307": "the factory takes another type, in Swift",
    "DI308": "the factory takes another type, in Swift",
    "DI416": "the factory takes another type, in Swift",
    "DI510": "the settings type is changed, in Swift",
  ]

  @Test("the remedy removes the finding", arguments: remedies) func takesTheFindingAway(remedy: Remedy) throws {
    var files = try #require(RulePage.all.first { $0.rule.code == remedy.code }?.bad).contents
    let before = RulePage.Example(files.map { (name: $0, text: $1) }).findings
    let said = before.filter { $0.rule.code == remedy.code }.map { ([$0.message] + $0.help).joined(separator: "\n") }
    #expect(said.contains { $0.contains(remedy.words) }, "\(said)")
    let text = try #require(files["app.yaml"])
    let range = try #require(text.range(of: remedy.text), "\(text)")
    files["app.yaml"] = text.replacingCharacters(in: range, with: remedy.instead)
    expectMended(remedy.code, before, RulePage.Example(files.map { (name: $0, text: $1) }).findings)
  }

  /// A rule without a row mends itself, by the first edit that it offers, or stands among the others.
  @Test("every rule has a remedy", arguments: RulePage.all.filter { $0.bad != nil }.map(\.rule.code))
  func everyRuleHasARemedy(code: String) throws {
    guard !Self.remedies.contains(where: { $0.code == code }), Self.others[code] == nil else { return }
    var files = try #require(RulePage.all.first { $0.rule.code == code }?.bad).contents
    let before = RulePage.Example(files.map { (name: $0, text: $1) }).findings
    let fix = try #require(before.first { $0.rule.code == code && !$0.fixes.isEmpty }, "\(code) has no remedy")
    for fix in fix.fixes.reversed() {
      let path = String(fix.location.file.path.dropFirst("project/".count))
      var bytes = Array(try #require(files[path]).utf8)
      bytes.replaceSubrange(fix.location.range, with: fix.text.utf8)
      files[path] = String(decoding: bytes, as: UTF8.self)
    }
    expectMended(code, before, RulePage.Example(files.map { (name: $0, text: $1) }).findings)
  }

  private func expectMended(_ code: String, _ before: [Diagnostic], _ after: [Diagnostic]) {
    #expect(!after.contains { $0.rule.code == code }, "\(after.map(\.message))")
    let known = Set(before.map(\.rule.code))
    let new = after.filter { $0.severity == .error && !known.contains($0.rule.code) }
    #expect(new.isEmpty, "\(new.map(\.message))")
  }
}
