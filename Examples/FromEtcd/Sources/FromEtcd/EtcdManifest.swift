import ConfigDI
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A manifest stored under one key in etcd, read through etcd's JSON gateway.
struct EtcdManifest: ManifestSource {
  let server: URL
  let key: String

  /// Yields an element for each message from the server: for every change, and when the server is reachable again.
  var changes: AsyncStream<Void> {
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let following = Task {
      while !Task.isCancelled {
        await Watch().run(request("v3/watch", ["create_request": ["key": encodedKey]])) { continuation.yield() }
        try? await Task.sleep(for: .milliseconds(200))
      }
    }
    continuation.onTermination = { _ in following.cancel() }
    return changes
  }

  func snapshot() async throws -> ManifestLocation {
    let (data, _) = try await URLSession.shared.data(for: request("v3/kv/range", ["key": encodedKey]))
    guard let value = try JSONDecoder().decode(Range.self, from: data).kvs?.first?.value else {
      throw NoSuchKey(key: key)
    }
    return .yaml(String(decoding: value, as: UTF8.self), named: "etcd:\(key)")
  }

  private struct Range: Decodable {
    struct Pair: Decodable { let value: Data }
    let kvs: [Pair]?
  }

  private struct NoSuchKey: Error, CustomStringConvertible {
    let key: String
    var description: String { "etcd has no key '\(key)'" }
  }

  private var encodedKey: String { Data(key.utf8).base64EncodedString() }

  private func request(_ path: String, _ body: some Encodable) -> URLRequest {
    var request = URLRequest(url: server.appending(path: path), timeoutInterval: 24 * 3600)
    request.httpMethod = "POST"
    request.httpBody = try? JSONEncoder().encode(body)
    return request
  }
}

/// An HTTP response that stays open, so that the server can report changes.
private final class Watch: NSObject, URLSessionDataDelegate, Sendable {
  private let parts = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// Calls `part` for each piece of the response, until the server ends it or the connection is lost.
  func run(_ request: URLRequest, part: @Sendable () -> Void) async {
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    session.dataTask(with: request).resume()
    for await _ in parts.stream { part() }
    session.invalidateAndCancel()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    parts.continuation.yield()
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    parts.continuation.finish()
  }
}
