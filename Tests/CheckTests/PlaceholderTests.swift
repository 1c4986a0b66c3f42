import Testing

@testable import configdi_check

@Suite struct PlaceholderTests {}
