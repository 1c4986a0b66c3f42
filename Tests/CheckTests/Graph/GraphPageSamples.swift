import Foundation
import Testing

@testable import configdi_check

private let pagesFolder = ProcessInfo.processInfo.environment["CONFIGDI_GRAPH_PAGES"]

/// Writes pages for the script that drives them in a browser, into the folder that the environment names.
@Suite(.enabled(if: pagesFolder != nil)) struct GraphPageSamples {
  @Test(arguments: [30, 300, 2000])
  func write(services: Int) throws {
    let folder = try #require(pagesFolder)
    let stages = SampleGraph.stages(["development", "test", "production"], services: services)
    let page = GraphPage.html(stages, title: "config/app.yaml")
    try page.write(toFile: "\(folder)/graph-\(services).html", atomically: true, encoding: .utf8)
  }
}
