#if Configuration
  public import ConfigDIRuntime
  public import Configuration

  extension ParameterSource {
    /// Creates a source that looks up parameters by name, such as `db.url`, in configuration providers.
    ///
    /// The first provider that has a value supplies it. Each time the manifest is read, all values come from one
    /// snapshot. A value is read as a string and checked against the parameter's type in the manifest. A value of the
    /// wrong type is reported as the finding `DI506`. A value that a provider marks as secret is treated as secret.
    /// Findings and events name the provider. A change in a provider reloads a live container.
    ///
    /// - Parameters:
    ///   - providers: The providers that you would pass to a `ConfigReader`, in the same order.
    ///   - key: Returns the key for a parameter's name; by default, the name itself.
    public init(
      providers: [any ConfigProvider], key: @escaping @Sendable (String) -> ConfigKey = { ConfigKey($0) }
    ) {
      let begin: @Sendable () -> Reading = {
        let snapshots = providers.map { $0.snapshot() }
        return { request in
          let key = key(request.name)
          let absolute = AbsoluteConfigKey(key.components, context: key.context)
          for snapshot in snapshots {
            let lookup = Lookup { type in try snapshot.value(forKey: absolute, type: type).value }
            if let found = try lookup.value(for: request.type) { return Value(found, origin: snapshot.providerName) }
          }
          return nil
        }
      }
      // A reader needs at least one provider.
      guard !providers.isEmpty else {
        self.init(reading: begin)
        return
      }
      self.init(changes: { snapshotsReported(by: ConfigReader(providers: providers)) }, reading: begin)
      isAskedForFixedValues = true
    }

    /// Creates a source that looks up parameters in a configuration reader, within the reader's scope.
    ///
    /// A reader does not reveal which provider supplied a value or whether that provider marks the value as secret.
    /// Mark secrets in the manifest, or use ``init(providers:key:)``.
    ///
    /// - Parameters:
    ///   - config: The reader.
    ///   - key: Returns the key for a parameter's name; by default, the name itself.
    public init(_ config: ConfigReader, key: @escaping @Sendable (String) -> ConfigKey = { ConfigKey($0) }) {
      let begin: @Sendable () -> Reading = {
        let snapshot = config.snapshot()
        return { request in
          let key = key(request.name)
          let lookup = Lookup { snapshot.value(of: $0, forKey: key, isSecret: request.isSecret) }
          if let found = try lookup.value(for: request.type) { return Value(found, origin: "the configuration") }
          do {
            return Value(try snapshot.requiredString(forKey: key, isSecret: request.isSecret))
          } catch  where "\(error)".hasPrefix("Missing required config value") {
            // The error cannot be caught by type, since its type is not public.
            return nil
          }
        }
      }
      self.init(changes: { snapshotsReported(by: config) }, reading: begin)
      isAskedForFixedValues = true
    }
  }

  /// Looks up a value as one type after another, since a provider throws if the value does not have the requested type.
  private struct Lookup {
    let ask: (ConfigType) throws -> ConfigValue?

    func value(for type: ParameterType) throws -> ConfigValue? {
      do {
        if let value = try ask(.string) { return value }
      } catch {
        for other in [ConfigType.int, .double, .bool, .stringArray, .intArray, .doubleArray, .boolArray] {
          guard let value = (try? ask(other)).flatMap({ $0 }) else { continue }
          return type == .bool ? truth(or: value) : value
        }
        throw error
      }
      // If the value has a different type, a reader returns `nil` and throws nothing.
      for other in [ConfigType.int, .double, .bool, .stringArray, .intArray, .doubleArray, .boolArray] {
        if let value = try ask(other) { return type == .bool ? truth(or: value) : value }
      }
      return nil
    }

    /// The value as `true` or `false` if the provider can return it as a boolean; otherwise the value itself. Some
    /// providers return booleans as 1 and 0.
    private func truth(or value: ConfigValue) -> ConfigValue {
      switch value.content {
      case .int(0), .int(1): (try? ask(.bool)).flatMap { $0 } ?? value
      default: value
      }
    }
  }

  extension ConfigSnapshotReader {
    fileprivate func value(of type: ConfigType, forKey key: ConfigKey, isSecret: Bool) -> ConfigValue? {
      let content: ConfigContent? =
        switch type {
        case .string: string(forKey: key, isSecret: isSecret).map { .string($0) }
        case .int: int(forKey: key, isSecret: isSecret).map { .int($0) }
        case .double: double(forKey: key, isSecret: isSecret).map { .double($0) }
        case .bool: bool(forKey: key, isSecret: isSecret).map { .bool($0) }
        case .stringArray: stringArray(forKey: key, isSecret: isSecret).map { .stringArray($0) }
        case .intArray: intArray(forKey: key, isSecret: isSecret).map { .intArray($0) }
        case .doubleArray: doubleArray(forKey: key, isSecret: isSecret).map { .doubleArray($0) }
        case .boolArray: boolArray(forKey: key, isSecret: isSecret).map { .boolArray($0) }
        case .bytes, .byteChunkArray: nil
        }
      return content.map { ConfigValue($0, isSecret: isSecret) }
    }
  }

  extension ParameterSource.Value {
    fileprivate init(_ value: ConfigValue, origin: String) {
      let isSecret = value.isSecret
      switch value.content {
      case .string(let text): self.init(text, isSecret: isSecret, origin: origin)
      case .int(let number): self.init("\(number)", isSecret: isSecret, origin: origin)
      case .double(let number): self.init("\(number)", isSecret: isSecret, origin: origin)
      case .bool(let truth): self.init("\(truth)", isSecret: isSecret, origin: origin)
      case .stringArray(let texts): self.init(list: texts, isSecret: isSecret, origin: origin)
      case .intArray(let numbers): self.init(list: numbers.map { "\($0)" }, isSecret: isSecret, origin: origin)
      case .doubleArray(let numbers): self.init(list: numbers.map { "\($0)" }, isSecret: isSecret, origin: origin)
      case .boolArray(let truths): self.init(list: truths.map { "\($0)" }, isSecret: isSecret, origin: origin)
      case .bytes(let bytes): self.init(String(decoding: bytes, as: UTF8.self), isSecret: isSecret, origin: origin)
      case .byteChunkArray(let chunks):
        self.init(list: chunks.map { String(decoding: $0, as: UTF8.self) }, isSecret: isSecret, origin: origin)
      }
    }
  }

  /// A stream that yields once for each snapshot that a configuration reports, beginning immediately with the current
  /// snapshot.
  private func snapshotsReported(by config: ConfigReader) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watching = Task.detached {
      try? await config.watchSnapshot { snapshots in
        for await _ in snapshots { continuation.yield() }
      }
    }
    continuation.onTermination = { _ in watching.cancel() }
    return stream
  }
#endif
