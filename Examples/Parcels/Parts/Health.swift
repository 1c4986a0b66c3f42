/// Checks one part of the program that must work.
protocol HealthCheck: Sendable {
  var name: String { get }
  func check() async throws
}

struct APIHealth: HealthCheck {
  let api: any APIClient
  let name = "api"

  func check() async throws {
    do {
      _ = try await api.send(APIRequest(path: "/health"))
    } catch APIError.status(404) {
      // The service answered, even though it has no such page.
    }
  }
}

struct CredentialsHealth: HealthCheck {
  let store: any CredentialsStore
  let name = "credentials"

  func check() async throws {
    _ = try store.token(for: "nobody")
  }
}

/// Runs all checks in the collection, in the manifest's order.
struct HealthReport: Sendable {
  let checks: [any HealthCheck]

  func text() async -> String {
    var parts: [String] = []
    for check in checks {
      do {
        try await check.check()
        parts.append("\(check.name) is well")
      } catch {
        parts.append("\(check.name) FAILS: \(error)")
      }
    }
    return parts.joined(separator: ", ")
  }
}
