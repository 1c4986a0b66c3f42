public import ConfigDI
public import Foundation

extension URL: SettingValue {
  public static var schema: SettingSchema { .url }
  public static var sample: URL { URL(filePath: "/") }
  public init(setting: Setting) throws {
    guard let url = URL(string: try setting.string), url.scheme != nil else { throw setting.error("not a URL") }
    self = url
  }
}
