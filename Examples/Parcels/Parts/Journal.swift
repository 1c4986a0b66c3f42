/// The log of the program: each note has a subject and a sentence.
protocol Journal: Sendable {
  func note(_ subject: String, _ text: String)
}

/// Prints two columns on standard output.
struct PrintedJournal: Journal {
  func note(_ subject: String, _ text: String) {
    print(subject + String(repeating: " ", count: max(1, 13 - subject.count)) + text)
  }
}
