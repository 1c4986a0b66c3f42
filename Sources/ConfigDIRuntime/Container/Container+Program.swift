extension Container {
  /// Runs a whole program: makes its container, starts it, runs a body, and shuts the container down.
  ///
  /// ```swift
  /// let registry = FactoryRegistry(AppAssembly())
  /// await Container.runProgram(try Container(manifest: "config/app.yaml", registry: registry)) { container in
  ///   try container.resolve(Welcome.self).run()
  /// }
  /// ```
  ///
  /// The function returns if everything succeeds. Otherwise it shuts the container down, prints the error to standard
  /// error in the form that `configdi-check` uses, and ends the process without a crash report. The secrets of the
  /// container are hidden in the error. The exit code is 78 if the manifest or a parameter is wrong, else 1.
  ///
  /// - Parameters:
  ///   - make: Makes the container; evaluated once.
  ///   - body: The program.
  public static func runProgram(
    _ make: @autoclosure () throws -> Container, isolation: isolated (any Actor)? = #isolation,
    _ body: (Container) async throws -> Void
  ) async {
    var errors: [any Error] = []
    var secrets: Secrets?
    do {
      let container = try make()
      secrets = container.secrets
      do {
        try await container.start()
        try await body(container)
      } catch {
        errors.append(error)
      }
      try await container.shutdown()
    } catch {
      errors.append(error)
    }
    end(after: errors, hiding: secrets)
  }

  /// Runs a whole program that makes its own container, for example a ``LiveContainer`` or a container that runs in a
  /// service group.
  ///
  /// The function returns if the body succeeds. Otherwise it prints the error and ends the process, as
  /// ``runProgram(_:isolation:_:)`` does.
  public static func runProgram(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      end(after: [error])
    }
  }

  private static func end(after errors: [any Error], hiding secrets: Secrets? = nil) {
    guard let first = errors.first else { return }
    for error in errors { ProgramProcess.writeToError(text(of: error, hiding: secrets), isWaiting: false) }
    // EX_CONFIG of sysexits.h.
    ProgramProcess.end(first is ManifestError ? 78 : 1)
  }

  /// The error as printed. Findings begin with their location and severity; other errors begin with "error".
  private static func text(of error: any Error, hiding secrets: Secrets?) -> String {
    var description = "\(error)"
    // The library's own errors hide secrets themselves.
    let isOwn = error is any ContentsHiding || error is any FailureOnTheWay || error is ManifestError
    if let secrets, !isOwn { description = secrets.redacted(description) }
    let text = (error as? ManifestError)?.diagnostics.isEmpty == false ? description : "error: \(description)"
    return text.hasSuffix("\n") ? text : text + "\n"
  }
}
