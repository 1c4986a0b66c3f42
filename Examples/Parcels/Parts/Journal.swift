/// The program's log. Each note has a subject and a sentence.
protocol Journal: Sendable {
  func note(_ subject: String, _ text: String)
}

/// Prints notes in two columns to standard output.
struct PrintedJournal: Journal {
  func note(_ subject: String, _ text: String) {
    print(subject + String(repeating: " ", count: max(1, 13 - subject.count)) + text)
  }
}
