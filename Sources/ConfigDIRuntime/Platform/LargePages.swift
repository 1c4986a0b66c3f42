#if canImport(Glibc)
  import Glibc
#endif

/// Requests large memory pages where the system offers them. With small pages, setting up the pages takes a twelfth of
/// the time needed to read large files.
package enum LargePages {
  private static let least = 4 << 20

  /// Requests large pages for a buffer before its first use. No effect on small buffers or on systems without large
  /// pages.
  package static func advise(_ memory: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      guard memory.count >= least, let base = memory.baseAddress else { return }
      let first = base.alignedUp(toMultipleOf: Int(getpagesize()))
      madvise(first, memory.count - (first - base), MADV_HUGEPAGE)
    #endif
  }
}
