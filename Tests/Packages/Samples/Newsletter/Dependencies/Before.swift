import Dependencies
import Shared

private enum MailerKey: DependencyKey {
  static let liveValue: any Mailer = ConsoleMailer()
}

private enum SubscribersKey: DependencyKey {
  static let liveValue: any Subscribers = FileSubscribers()
}

extension DependencyValues {
  var mailer: any Mailer {
    get { self[MailerKey.self] }
    set { self[MailerKey.self] = newValue }
  }
  var subscribers: any Subscribers {
    get { self[SubscribersKey.self] }
    set { self[SubscribersKey.self] = newValue }
  }
}

struct Publisher {
  @Dependency(\.mailer) var mailer
  @Dependency(\.subscribers) var subscribers

  func publish() { Newsletter(mailer: mailer, subscribers: subscribers).publish("Spring") }
}

func publish(isProduction: Bool) {
  withDependencies {
    if isProduction { $0.mailer = SMTPMailer(host: "mail.example.com") }
  } operation: {
    Publisher().publish()
  }
}
