/// Where the program writes what it does, a subject and a sentence at a time.
protocol Journal: Sendable {
  func note(_ subject: String, _ text: String)
}

/// Two columns on standard output.
struct PrintedJournal: Journal {
  func note(_ subject: String, _ text: String) {
    print(subject + String(repeating: " ", count: max(1, 13 - subject.count)) + text)
  }
}
