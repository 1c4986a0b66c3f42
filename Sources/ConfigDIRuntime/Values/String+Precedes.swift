extension String {
  /// Whether this string precedes another string in byte order. Compares the bytes in place, without copying them.
  func precedes(_ other: String) -> Bool {
    let inMemory = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.lexicographicallyPrecedes($0) }
    }
    return inMemory.flatMap { $0 } ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
