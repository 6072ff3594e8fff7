package innkeeper.logging.rules;

import innkeeper.api.log.RedactionRule;
import innkeeper.api.log.Redactor.RuleStatus;
import innkeeper.redaction.Engine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The rules of third parties' services, besides the engine's own. */
public final class Rules {

  private final Engine engine;
  private final Consumer<GuardedRule> switchedOff;
  private final Map<RedactionRule, GuardedRule> services = new LinkedHashMap<>();

  /**
   * Creates an empty set of rules.
   *
   * @param switchedOff called with a failed rule, on a capture's thread; it must return at once
   */
  public Rules(Engine engine, Consumer<GuardedRule> switchedOff) {
    this.engine = engine;
    this.switchedOff = switchedOff;
  }

  public synchronized void add(RedactionRule rule) {
    services.put(rule, new GuardedRule(rule, switchedOff));
    apply();
  }

  public synchronized void remove(RedactionRule rule) {
    services.remove(rule);
    apply();
  }

  public synchronized List<GuardedRule> services() {
    return List.copyOf(services.values());
  }

  public synchronized List<RuleStatus> status() {
    return services.values().stream()
        .map(rule -> new RuleStatus(rule.name(), rule.fault()))
        .toList();
  }

  private void apply() {
    engine.rules(List.copyOf(services.values()));
  }
}
