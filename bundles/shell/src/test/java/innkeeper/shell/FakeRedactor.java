package innkeeper.shell;

import innkeeper.api.log.Redactor;
import innkeeper.api.project.ProjectDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A redactor that knows one secret, hunter2. */
final class FakeRedactor implements Redactor {

  final List<String> registered = new ArrayList<>();
  final List<String> kept = new ArrayList<>();
  private boolean learnedForgotten;

  @Override
  public String redact(String text) {
    return text.replace("hunter2", "[REDACTED]");
  }

  @Override
  public Collection<String> register(String source, Collection<String> secrets) {
    registered.addAll(secrets);
    return secrets.stream()
        .filter(s -> s.length() < 4)
        .map(s -> source + ": a value is too short to be looked for")
        .toList();
  }

  @Override
  public Collection<String> keep(String source, Collection<String> secrets) {
    kept.addAll(secrets);
    return register(source, secrets);
  }

  @Override
  public Protection protection(ProjectDefinition definition) {
    int values = definition.env().size() + definition.secretNames().size();
    return new Protection(
        values,
        List.copyOf(definition.secretNames()),
        definition.env().containsKey("PIN") ? List.of("PIN: too short") : List.of());
  }

  @Override
  public List<String> redactCommand(List<String> words) {
    return words.stream().map(this::redact).toList();
  }

  @Override
  public List<RuleStatus> rules() {
    return List.of(new RuleStatus("key badge", ""), new RuleStatus("guest", "threw X"));
  }

  @Override
  public List<Found> find(String text) {
    int at = text.indexOf("hunter2");
    return at < 0 ? List.of() : List.of(new Found("name.passw", 1, at + 1, at + 7));
  }

  @Override
  public List<LearnedValue> learned(String log) {
    Instant at = Instant.parse("2026-11-21T05:40:00Z");
    return List.of(
        new LearnedValue("v1", "name.passw", at, at.plusSeconds(60), learnedForgotten),
        new LearnedValue("v2", "name.authorization", at, at.plusSeconds(60), false));
  }

  @Override
  public List<Found> explain(String log, String text) {
    return text.contains("hunter2") ? List.of(new Found("learned.value v1", 1, 2, 8)) : List.of();
  }

  @Override
  public boolean forgetLearned(String log, String id) {
    learnedForgotten |= id.equals("v1");
    return id.equals("v1");
  }

  @Override
  public List<TableRule> tableRules() {
    return List.of(
        new TableRule("name.passw", "'passw'", "a list", 3, "", false),
        new TableRule("token.acme", "acme_", "Acme API", 0, "our test host prints it", false));
  }
}
