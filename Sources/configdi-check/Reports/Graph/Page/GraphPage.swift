import CResources
import ConfigDI

/// A web page that shows a graph and needs no libraries, network or other files.
///
/// Its parts are in `Resources/GraphPage`.
enum GraphPage {
  /// The view that the page shows first, unless the URL selects another view.
  struct Start: Sendable {
    var stage = 0
    var focus: String?
    var depth = 2
    var cyclesOnly = false
  }

  /// The same manifest before a change, for comparison in each stage.
  struct Before: Sendable {
    /// A revision, or a path.
    var name: String
    var stages: [GraphDocument]
    var changes: [WiringDifference.Change]
  }

  /// - Parameters:
  ///   - stages: The stages in the manifest's order; at least one.
  ///   - before: The manifest to compare with. If given, the page first shows the differences.
  ///   - paths: Shortens absolute paths; other paths are unchanged.
  ///   - links: Creates links to locations. If `nil`, locations are plain text.
  static func html(
    _ stages: [GraphDocument], title: String, start: Start = Start(), before: Before? = nil,
    paths: RepositoryPaths = RepositoryPaths(), links: PlaceLinks? = nil
  ) -> String {
    let data = GraphPageData(stages, title: title, start: start, before: before, paths: paths, links: links)
    return String(cString: configdi_graph_page_markup()).filled(
      [
        "title": data.title.escaped { $0 == "\"" ? "&quot;" : $0.entity },
        "style": String(cString: configdi_graph_page_style()),
        "layout": String(cString: configdi_graph_page_layout()),
        "script": String(cString: configdi_graph_page_script()),
        "data": data.text,
      ])
  }
}
