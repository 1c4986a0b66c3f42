public import ConfigDI

/// What the application sees.
public protocol Scanner: Sendable {
  /// Scans.
  func scan() -> String
}

/// What it may hand in.
public protocol ImageSource: Sendable {
  /// The next image.
  func next() -> String
}

protocol Recognizer: Sendable {
  func recognize(_ image: String) -> String
}

struct DefaultRecognizer: Recognizer {
  func recognize(_ image: String) -> String { "text of \(image)" }
}

/// Scans documents.
public struct DocumentScanner: Scanner {
  private let recognizer: any Recognizer
  private let source: any ImageSource

  init(recognizer: any Recognizer, source: any ImageSource) {
    self.recognizer = recognizer
    self.source = source
  }

  public func scan() -> String { recognizer.recognize(source.next()) }
}

/// The program of the tests.
public enum SDKProgram {
  /// What an application has and hands in.
  ///
  /// - Factory: none
  public struct Camera: ImageSource {
    /// A camera.
    public init() {}

    /// The next image.
    public func next() -> String { "photo" }
  }

  /// Runs it.
  public static func run(_ container: Container) async throws -> String {
    try container.resolve((any Scanner).self).scan()
  }
}
