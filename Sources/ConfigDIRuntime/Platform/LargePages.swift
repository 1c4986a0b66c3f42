#if canImport(Glibc)
  import Glibc
#endif

/// Requests large memory pages, if the system offers them. With small pages, the kernel calls at the first use of each
/// page take a twelfth of the time that reading large files takes.
package enum LargePages {
  private static let least = 4 << 20

  /// Requests large pages for a buffer that is not used yet. Has no effect on small buffers or on systems without large
  /// pages.
  package static func advise(_ memory: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      guard memory.count >= least, let base = memory.baseAddress else { return }
      let first = base.alignedUp(toMultipleOf: Int(getpagesize()))
      madvise(first, memory.count - (first - base), MADV_HUGEPAGE)
    #endif
  }
}
