package innkeeper.admin.config;

import innkeeper.admin.config.ProjectConfig.Variable;
import innkeeper.admin.config.ProjectConfig.Version;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.ProjectsApi;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.json.JsonForm;
import innkeeper.api.log.RedactedDefinition;
import innkeeper.api.log.Redactor;
import innkeeper.api.log.Redactor.Protection;
import innkeeper.api.project.Member;
import innkeeper.api.project.MemberChange;
import innkeeper.api.project.Members;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.ProbeResult;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Serves GET /api/projects/ID/config: the definition of a project without secrets. */
public final class ConfigApi {

  private static final int MOST_VERSIONS = 50;
  private static final List<String> CHANGES =
      List.of("project.define", "project.change", "project.remove");

  private final Settings settings;
  private final Path home = Path.of(System.getProperty("user.home")).toAbsolutePath();

  public ConfigApi(Settings settings) {
    this.settings = settings;
  }

  /** A member of a definition, as the table of members declares it. */
  @JsonForm(name = "DefinitionMember")
  record MemberRow(
      String name,
      @JsonForm(value = "The option of innkeeper add that sets it; null for none.")
          Optional<String> option,
      String type,
      @JsonForm("The JSON Schema of its values, with default and meaning.")
          Map<String, Object> schema) {

    static MemberRow of(Member<?> member) {
      return new MemberRow(member.name(), member.option(), member.type(), member.schema());
    }
  }

  /** The body of the answer to /api/definition. */
  @JsonForm(name = "DefinitionMembers")
  record MemberList(List<MemberRow> members) {}

  public List<Route> routes() {
    return List.of(
        Route.get("/api/definition")
            .named("getDefinition", "projects", "The members that a definition may have.")
            .alone()
            .tagged()
            .returns(
                "In the order in which they are written.",
                MemberList.class,
                x -> new MemberList(Members.ALL.stream().map(MemberRow::of).toList())),
        Route.get("/api/projects/{id}/config")
            .named("getProjectConfig", "projects", "What a project is, without secrets.")
            .describes(
                "Variables are named without values. ADMIN_SHOW_CONFIG=off turns this off, and"
                    + " what the audit record holds of definitions over HTTP.")
            .takes(ProjectsApi.PROJECT)
            .refuses(Problem.Kind.CONFIG_HIDDEN, Problem.Kind.UNKNOWN_PROJECT)
            .tagged()
            .returns("Its definition.", ProjectConfig.class, x -> config(x.services(), x.id())));
  }

  /**
   * Returns the definition of a project and its history.
   *
   * @throws Problem if definitions are hidden
   * @throws UnknownProjectException if no project has this id
   */
  private ProjectConfig config(ServiceSnapshot services, String id) {
    if (HiddenDefinitions.wanted(settings)) {
      throw new Problem(
          Problem.Kind.CONFIG_HIDDEN,
          "ADMIN_SHOW_CONFIG is off: definitions are shown by innkeeper export only.");
    }
    Supervisor supervisor = services.get(Supervisor.class);
    Redactor redactor = services.get(Redactor.class);
    List<ProjectDefinition> all = supervisor.definitions();
    String channelId = supervisor.project(id).map(p -> p.channelId()).orElse(id);
    ProjectDefinition definition =
        all.stream()
            .filter(d -> d.channelId().equals(channelId))
            .findFirst()
            .orElseThrow(() -> new UnknownProjectException(id));
    Map<String, Object> shown = RedactedDefinition.atHome(definition, redactor, home);
    Protection protection = redactor.protection(definition);
    AddCommandLine add = AddCommandLine.of(shown);
    List<Variable> environment = environment(definition, shown, protection);
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
        history(channelId, services.get(AuditLog.class), redactor));
  }

  private static ProbeResult clean(ProbeResult result, Redactor redactor) {
    return new ProbeResult(
        result.at(), result.passed(), result.millis(), redactor.redact(result.output()));
  }

  private static List<Variable> environment(
      ProjectDefinition definition, Map<String, Object> shown, Protection protection) {
    List<Variable> variables = new ArrayList<>();
    for (String name : definition.env().keySet()) {
      variables.add(new Variable(name, "env", "", hidden(name, protection)));
    }
    for (String name : definition.secretEnv().keySet()) {
      variables.add(new Variable(name, "secretEnv", "", "value"));
    }
    if (shown.get("secretFiles") instanceof Map<?, ?> files) {
      files.forEach(
          (name, file) ->
              variables.add(
                  new Variable(name.toString(), "secretFiles", file.toString(), "value")));
    }
    return variables;
  }

  private static String hidden(String name, Protection protection) {
    if (protection.names().contains(name)) {
      return "value";
    }
    return protection.names().contains(name + "'s password") ? "password" : "";
  }

  /**
   * Returns the versions, newest first. Values are redacted again, because more secrets may be
   * known now.
   */
  private static List<Version> history(String channelId, AuditLog audit, Redactor redactor) {
    return CHANGES.stream()
        .flatMap(action -> entries(channelId, action, audit))
        .sorted(Comparator.comparingLong(AuditEntry::seq).reversed())
        .limit(MOST_VERSIONS)
        .map(entry -> version(entry, redactor))
        .toList();
  }

  private static Stream<AuditEntry> entries(String channelId, String action, AuditLog audit) {
    return audit.entries(MOST_VERSIONS, Long.MAX_VALUE, channelId, action).entries().stream();
  }

  private static Version version(AuditEntry entry, Redactor redactor) {
    List<MemberChange> changes =
        MemberChange.parse(entry.detail()).stream()
            .map(
                c ->
                    new MemberChange(
                        c.member(), redactor.redact(c.before()), redactor.redact(c.after())))
            .toList();
    return new Version(entry.seq(), entry.ts(), entry.action(), entry.actor(), changes);
  }
}
