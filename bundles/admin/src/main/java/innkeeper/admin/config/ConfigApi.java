package innkeeper.admin.config;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.http.TextParameter;
import innkeeper.api.log.RedactedDefinition;
import innkeeper.api.log.Redactor;
import innkeeper.api.log.Redactor.Protection;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.ProbeResult;
import innkeeper.api.supervisor.Supervisor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Serves GET /api/projects/ID/config: the definition of a project without secrets. */
public final class ConfigApi {

  private final Settings settings;
  private final Path home = Path.of(System.getProperty("user.home")).toAbsolutePath();

  public ConfigApi(Settings settings) {
    this.settings = settings;
  }

  public List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/projects/{id}/config",
            this::show,
            new Operation("getProjectConfig", "projects", "What a project is, without secrets.")
                .describes(
                    "Variables are named without values. ADMIN_SHOW_CONFIG=off turns this off, and"
                        + " what the audit record holds of definitions over HTTP.")
                .takes(TextParameter.id("channelId, or name where no channelId is the same."))
                .answers(Answer.json(200, "Its definition.", ProjectConfig.class))
                .tagged()
                .refuses(Problem.Kind.CONFIG_HIDDEN, Problem.Kind.UNKNOWN_PROJECT)));
  }

  private void show(Exchange exchange) throws IOException {
    exchange.jsonTagged(config(exchange.services(), exchange.id()));
  }

  /**
   * Returns the definition of a project and its history.
   *
   * @throws Problem if no project has this id, or definitions are hidden
   */
  private ProjectConfig config(ServiceSnapshot services, String id) {
    if (HiddenDefinitions.wanted(settings)) {
      throw new Problem(
          Problem.Kind.CONFIG_HIDDEN,
          "ADMIN_SHOW_CONFIG is off: definitions are shown by innkeeper export only.");
    }
    Supervisor supervisor = services.supervisor();
    Redactor redactor = services.redactor();
    List<ProjectDefinition> all = supervisor.definitions();
    String channelId = supervisor.project(id).map(p -> p.channelId()).orElse(id);
    ProjectDefinition definition =
        all.stream()
            .filter(d -> d.channelId().equals(channelId))
            .findFirst()
            .orElseThrow(
                () ->
                    new Problem(
                        Problem.Kind.UNKNOWN_PROJECT,
                        "No project with a definition has this id or name; /api/projects lists"
                            + " them."));
    Map<String, Object> shown = RedactedDefinition.atHome(definition, redactor, home);
    Protection protection = redactor.protection(definition);
    AddCommandLine add = AddCommandLine.of(shown);
    List<ProjectConfig.Variable> environment = environment(definition, shown, protection);
    List.of("channelId", "name", "env", "secretEnv", "secretFiles").forEach(shown::remove);
    return new ProjectConfig(
        definition.channelId(),
        definition.name(),
        shown,
        environment,
        protection,
        all.stream().filter(d -> d.after().contains(channelId)).map(d -> d.channelId()).toList(),
        supervisor.probeResults(channelId).stream().map(r -> clean(r, redactor)).toList(),
        add,
        ConfigHistory.of(channelId, services.audit(), redactor));
  }

  private static ProbeResult clean(ProbeResult result, Redactor redactor) {
    return new ProbeResult(
        result.at(), result.passed(), result.millis(), redactor.redact(result.output()));
  }

  private static List<ProjectConfig.Variable> environment(
      ProjectDefinition definition, Map<String, Object> shown, Protection protection) {
    List<ProjectConfig.Variable> variables = new ArrayList<>();
    definition
        .env()
        .keySet()
        .forEach(
            name ->
                variables.add(
                    new ProjectConfig.Variable(name, "env", "", hidden(name, protection))));
    definition
        .secretEnv()
        .keySet()
        .forEach(name -> variables.add(new ProjectConfig.Variable(name, "secretEnv", "", "value")));
    if (shown.get("secretFiles") instanceof Map<?, ?> files) {
      files.forEach(
          (name, file) ->
              variables.add(
                  new ProjectConfig.Variable(
                      name.toString(), "secretFiles", file.toString(), "value")));
    }
    return variables;
  }

  private static String hidden(String name, Protection protection) {
    if (protection.names().contains(name)) {
      return "value";
    }
    return protection.names().contains(name + "'s password") ? "password" : "";
  }
}
