/// Tracks parcels for one request.
protocol ParcelTracker: Sendable {
  func track(_ parcel: Int) async throws -> String
}

/// The request that the program is answering.
struct Request: Sendable {
  var number: Int
}

struct CachingTracker: ParcelTracker {
  private let api: any APIClient
  private let cache: any Cache
  private let sessions: any SessionManager
  private let request: Request
  private let journal: any Journal

  init(
    api: any APIClient, cache: any Cache, sessions: any SessionManager, request: Request, journal: any Journal
  ) {
    self.api = api
    self.cache = cache
    self.sessions = sessions
    self.request = request
    self.journal = journal
  }

  func track(_ parcel: Int) async throws -> String {
    let path = "/parcels/\(parcel)"
    if let kept = cache.value(for: path) {
      journal.note("request \(request.number)", "parcel \(parcel): \(kept) (from the cache)")
      return kept
    }
    let answer = try await api.send(APIRequest(path: path, token: sessions.token()))
    cache.keep(answer, for: path)
    journal.note("request \(request.number)", "parcel \(parcel): \(answer)")
    return answer
  }
}
