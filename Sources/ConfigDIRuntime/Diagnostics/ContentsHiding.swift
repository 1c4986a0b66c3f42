/// A type whose contents may be secret, or lead to a secret. `dump` and debuggers, which use mirrors, show none of them.
package protocol ContentsHiding: CustomReflectable {}

extension ContentsHiding {
  public var customMirror: Mirror { Mirror(hiding: self) }
}

extension Mirror {
  package init(hiding subject: some Any) {
    self.init(subject, children: EmptyCollection<Mirror.Child>())
  }
}
