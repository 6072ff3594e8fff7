package innkeeper.admin;

import innkeeper.api.log.Redactor;
import innkeeper.api.project.ProjectDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/** Hides registered values, and no others. */
final class FakeRedactor implements Redactor {

  final Set<String> secrets = new CopyOnWriteArraySet<>();

  @Override
  public String redact(String text) {
    String clean = text;
    for (String secret : secrets) {
      clean = clean.replace(secret, "[REDACTED]");
    }
    return clean;
  }

  @Override
  public Collection<String> register(String source, Collection<String> values) {
    secrets.addAll(values);
    return List.of();
  }

  @Override
  public Collection<String> keep(String source, Collection<String> values) {
    return register(source, values);
  }

  @Override
  public Protection protection(ProjectDefinition definition) {
    List<String> names = new ArrayList<>(definition.secretNames());
    definition.env().keySet().stream().filter(n -> n.endsWith("_KEY")).forEach(names::add);
    definition.env().keySet().stream()
        .filter(n -> n.endsWith("_URL"))
        .forEach(n -> names.add(n + "'s password"));
    return new Protection(names.size(), names, List.of());
  }

  @Override
  public List<String> redactCommand(List<String> words) {
    return words.stream().map(this::redact).toList();
  }

  @Override
  public List<RuleStatus> rules() {
    return List.of();
  }

  @Override
  public List<Found> find(String text) {
    return List.of();
  }

  @Override
  public List<TableRule> tableRules() {
    return List.of();
  }

  @Override
  public List<LearnedValue> learned(String log) {
    return List.of();
  }

  @Override
  public List<Found> explain(String log, String text) {
    return List.of();
  }

  @Override
  public boolean forgetLearned(String log, String id) {
    return false;
  }
}
