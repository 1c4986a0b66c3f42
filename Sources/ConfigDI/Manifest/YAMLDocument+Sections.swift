extension YAMLDocument {
  /// The mappings of a section: the document's own, those of its stages, and those of the overlays that stand in either.
  func sections(_ key: ManifestKey) -> [Node] {
    guard let root, root.kind == .mapping else { return [] }
    var holders = [root]
    if let stages = root[ManifestKey.stages.rawValue], stages.kind == .mapping {
      holders += stages.pairs.map(\.value).filter { $0.kind == .mapping }
    }
    holders += holders.flatMap { holder -> [Node] in
      guard let overlays = holder[ManifestKey.overlays.rawValue], overlays.kind == .sequence else { return [] }
      return overlays.elements.filter { $0.kind == .mapping }
    }
    return holders.compactMap { $0[key.rawValue] }.filter { $0.kind == .mapping }
  }
}
