package innkeeper.logging.rules;

import innkeeper.api.log.RedactionRule;
import innkeeper.api.log.Redactor.RuleStatus;
import innkeeper.redaction.Engine;
import innkeeper.redaction.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The rules besides the engine's own: third parties' services and the operator's file. */
public final class Rules {

  private final Engine engine;
  private final Consumer<GuardedRule> switchedOff;
  private final Map<RedactionRule, GuardedRule> services = new LinkedHashMap<>();
  private List<Rule> operators = List.of();

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
    services.put(rule, new GuardedRule(rule, this::off));
    apply();
  }

  public synchronized void remove(RedactionRule rule) {
    services.remove(rule);
    apply();
  }

  synchronized void operators(List<Rule> rules) {
    operators = List.copyOf(rules);
    apply();
  }

  public synchronized List<GuardedRule> services() {
    return List.copyOf(services.values());
  }

  public synchronized List<RuleStatus> status() {
    List<RuleStatus> all = new ArrayList<>();
    operators.forEach(rule -> all.add(new RuleStatus(rule.name(), "")));
    services.values().forEach(rule -> all.add(new RuleStatus(rule.name(), rule.fault())));
    return all;
  }

  private void off(GuardedRule rule) {
    switchedOff.accept(rule);
  }

  private void apply() {
    List<Rule> all = new ArrayList<>(operators);
    all.addAll(services.values());
    engine.rules(all);
  }
}
