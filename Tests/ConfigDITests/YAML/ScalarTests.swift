import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct ScalarTests {
  private func read(_ text: String) -> Scalar {
    Array(text.utf8).withUnsafeBufferPointer { Scalar(plain: $0) }
  }

  @Test(arguments: [
    ("", Scalar.null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null), ("nULL", .string("nULL")),
    ("true", .bool(true)), ("True", .bool(true)), ("TRUE", .bool(true)), ("tRUE", .string("tRUE")),
    ("false", .bool(false)), ("False", .bool(false)), ("FALSE", .bool(false)),
    ("yes", .string("yes")), ("no", .string("no")), ("on", .string("on")), ("off", .string("off")),
    ("0", .int(0)), ("10", .int(10)), ("010", .int(10)), ("-7", .int(-7)), ("+7", .int(7)), ("-0", .int(0)),
    ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
    ("9223372036854775808", .float(0x1p63)), ("-9223372036854775809", .float(-0x1p63)),
    ("0x1F", .int(31)), ("0xfF", .int(255)), ("0o17", .int(15)), ("0o8", .string("0o8")), ("0x", .string("0x")),
    ("0xg", .string("0xg")), ("-0x1", .string("-0x1")), ("0b1", .string("0b1")),
    ("0x10000000000000000", .float(0x1p64)),
    ("1.5", .float(1.5)), ("1.", .float(1)), (".5", .float(0.5)), ("-.5", .float(-0.5)), ("1e3", .float(1000)),
    ("1E-3", .float(0.001)), ("1.5e+3", .float(1500)), ("+1.5", .float(1.5)),
    (".inf", .float(.infinity)), ("-.Inf", .float(-.infinity)), ("+.INF", .float(.infinity)), ("inf", .string("inf")),
    ("1e999", .float(.infinity)), (".", .string(".")), ("e3", .string("e3")), (".e3", .string(".e3")),
    ("1e", .string("1e")), ("1e+", .string("1e+")), ("1.2.3", .string("1.2.3")), ("-", .string("-")),
    ("+", .string("+")), ("1 ", .string("1 ")), ("1_000", .string("1_000")), ("22:30", .string("22:30")),
    ("2024-05-01", .string("2024-05-01")), ("٣", .string("٣")), ("0x1p3", .string("0x1p3")), ("nan", .string("nan")),
  ])
  func coreSchema(text: String, scalar: Scalar) {
    #expect(read(text) == scalar)
  }

  @Test(arguments: [".nan", ".NaN", ".NAN"])
  func notANumber(text: String) {
    guard case .float(let value) = read(text) else {
      Issue.record("\(text) is no float")
      return
    }
    #expect(value.isNaN)
  }

  @Test("quoted and block scalars are strings") func quotesAndBlocksAreStrings() {
    #expect(Reading("['1', \"true\", '', ~]").root?.outline == "['1', 'true', '', null]")
    #expect(Reading("- |\n  1\n- >-\n  null").root?.outline == "['1\n', 'null']")
  }
}
