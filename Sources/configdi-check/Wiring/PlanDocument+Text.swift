import ConfigDI

extension PlanDocument {
  func text(_ paint: Paint) -> String {
    let title = [stage.name.map { "stage \($0)" }, "\(counted(services.count, "service")) in construction order"]
    var lines = [title.compactMap { $0 }.joined(separator: ": ")]
    for planned in services { lines += [""] + self.lines(of: planned, paint) }
    for phase in stage.lifecycle {
      lines += ["", paint.bold("phase \(phase.name.value)")]
      lines += phase.initializers.map { "  \(visible($0.words))  \(place($0.factory.location, paint))" }
    }
    if !stage.parameters.isEmpty { lines += ["", paint.bold("parameters")] }
    lines += stage.parameters.map { parameter in
      let secret = parameter.isSecret ? ", secret" : ""
      return "  \(parameter.name.value): \(parameter.type.rawValue)\(secret) = \(visible(parameter.stateText))  "
        + place(parameter.sourceLocation, paint)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of planned: Service, _ paint: Paint) -> [String] {
    let service = planned.service
    let scope = service.scopeText == "singleton" ? "" : ", \(service.scopeText)"
    var lines = [
      "\(paint.bold(visible(service.key.value.text))) = \(visible(service.served))\(scope)  \(place(service.kindLocation, paint))"
    ]
    lines += planned.dependencies.map { dependency in
      let kind = dependency.kind == "instance" || dependency.kind == "alias" ? "" : " (\(dependency.kind))"
      let label = dependency.label.map { "\($0): " } ?? ""
      return "  needs \(visible(label + dependency.key))\(kind)  \(place(dependency.origin, paint))"
    }
    lines += (service.settings?.labelled ?? []).map { setting in
      "  \(setting.name.map { "\($0): " } ?? "settings ")\(visible(setting.value.words))  \(place(setting.value.location, paint))"
    }
    lines += service.history.map { replacement in
      "  replaces \(replacement.part.isEmpty ? "" : "\(replacement.part) of ")\(place(replacement.previous, paint))"
    }
    return lines
  }

  private func place(_ location: SourceLocation, _ paint: Paint) -> String {
    paint.dim(location.description)
  }
}
