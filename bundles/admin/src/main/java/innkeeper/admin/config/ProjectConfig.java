package innkeeper.admin.config;

import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.log.Redactor.Protection;
import innkeeper.api.project.MemberChange;
import innkeeper.api.supervisor.ProbeResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The definition of a project without secrets, and facts that belong to it. */
public record ProjectConfig(
    String channelId,
    String name,
    @JsonForm("Members as innkeeper export writes them, redacted, without variables; ~ is home.")
        Map<String, Object> definition,
    List<Variable> environment,
    @JsonForm("What is hidden in the log and everywhere else.") Protection protection,
    @JsonForm("Projects that start after this one.") List<String> dependents,
    @JsonForm("The last answers, oldest first.") List<ProbeResult> probeResults,
    AddCommandLine add,
    @JsonForm("Newest first.") List<Version> history) {

  /** A variable of the server's environment, without its value. */
  @JsonForm(name = "ConfigVariable")
  public record Variable(
      String name,
      @JsonForm(oneOf = {"env", "secretEnv", "secretFiles"}) String from,
      @JsonForm(value = "Of secretFiles: where the value is read.", empty = Empty.NULL) String file,
      @JsonForm(
              value = "Which part of the value is hidden; null for none.",
              oneOf = {"value", "password"},
              empty = Empty.NULL)
          String hidden) {}

  /** A version of the definition, from the audit record. */
  @JsonForm(name = "ConfigVersion")
  public record Version(
      long seq,
      Instant at,
      @JsonForm(oneOf = {"project.define", "project.change", "project.remove"}) String action,
      Actor actor,
      @JsonForm("Of an entry of release 0.1.0: names alone.") List<MemberChange> changes) {}
}
