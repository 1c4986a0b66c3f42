enum ManualPage {
  static var text: String { "" }
}
enum ReferencePage {
  static var text: String { "" }
}
