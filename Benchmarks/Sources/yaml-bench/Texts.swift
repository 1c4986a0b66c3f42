/// Manifests of about a size, in the shapes that readers of YAML find hard.
enum Text: String, CaseIterable {
  case manifest, flow, wide, oneLine

  var title: String {
    switch self {
    case .manifest: "a manifest"
    case .flow: "in flow style"
    case .wide: "not in Latin letters"
    case .oneLine: "all in one line"
    }
  }

  func bytes(about size: Int) -> [UInt8] {
    var text = self == .oneLine ? "{configdi: 1, services: {" : "configdi: 1\nservices:\n"
    text.reserveCapacity(size + 1_000)
    var index = 0
    while text.utf8.count < size {
      text += entry(index)
      index += 1
    }
    return Array((text + (self == .oneLine ? "}}\n" : "")).utf8)
  }

  private func entry(_ index: Int) -> String {
    switch self {
    case .manifest:
      """
        Service\(index):
          factory: factory\(index % 97)
          scope: singleton
          dependencies:
            clock: Clock
            store: Service\(index / 2)
          settings:
            table: "orders_\(index)"
            url: ${db.url}
            poolSize: \(index % 40)

      """
    case .flow:
      "  Service\(index): { factory: factory\(index % 97), dependencies: [Service\(index / 2), Clock], settings: { size: \(index) } }\n"
    case .wide:
      "  Служба\(index): { factory: завод\(index % 97), settings: { текст: \"значение 値 🎉\" } } # примечание\n"
    case .oneLine:
      "\"Ключ\(index)\": {\"factory\": \"завод\", \"settings\": {\"size\": \(index)}}, "
    }
  }
}
