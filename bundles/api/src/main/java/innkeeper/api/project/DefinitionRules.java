package innkeeper.api.project;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Reads one definition: its members, then what only shows among several of them. */
final class DefinitionRules {

  private final MemberReader in;
  private final MemberValues values;

  private DefinitionRules(MemberReader in) {
    this.in = in;
    this.values = in.read(Members.ALL);
  }

  /**
   * Reads one definition.
   *
   * @param unknown receives each unknown member of a stored definition; null for a new definition
   * @throws DefinitionException with all mistakes
   */
  static ProjectDefinition read(Map<?, ?> map, Path base, Consumer<String> unknown) {
    DefinitionRules rules = new DefinitionRules(new MemberReader(map, base, unknown));
    rules.names();
    rules.sizes();
    rules.schedule();
    rules.memory();
    if (!rules.in.mistakes().isEmpty()) {
      throw new DefinitionException(rules.in.mistakes());
    }
    return new ProjectDefinition(rules.values);
  }

  private void names() {
    for (Member<?> required : List.of(Members.CHANNEL_ID, Members.COMMAND)) {
      if (!in.has(required)) {
        in.mistake(required.name() + " is missing");
      }
    }
    if (!in.has(Members.NAME)) {
      values.put(Members.NAME, values.get(Members.CHANNEL_ID));
    }
    if (values.get(Members.DIRECTORY).isEmpty()) {
      values.put(Members.DIRECTORY, Optional.of(in.base()));
    }
    Set<String> plain = new HashSet<>(values.get(Members.ENV).keySet());
    Set<String> files = values.get(Members.SECRET_FILES).keySet();
    for (String name : files) {
      once(Members.SECRET_FILES, name, plain);
    }
    plain.addAll(files);
    for (String name : values.get(Members.SECRET_ENV).keySet()) {
      once(Members.SECRET_ENV, name, plain);
    }
  }

  /** The value of a variable that is named twice would be ambiguous. */
  private void once(Member<?> member, String variable, Set<String> others) {
    if (others.contains(variable)) {
      in.wrong(member.name() + " " + variable, "named twice", "one of env, secretEnv, secretFiles");
    }
  }

  /** Linux starts no program with longer words: execve(2). */
  private void sizes() {
    if (in.stored()) {
      return;
    }
    long all = 0;
    for (String word : values.get(Members.COMMAND)) {
      all += bounded("command", "a word", word);
    }
    for (Member<Map<String, String>> member : List.of(Members.ENV, Members.SECRET_ENV)) {
      for (Map.Entry<String, String> one : values.get(member).entrySet()) {
        all += bounded("env", one.getKey(), one.getKey() + "=" + one.getValue());
      }
    }
    if (all > Definitions.MOST_BYTES) {
      in.wrong(
          "command and env", all + " bytes", "at most " + Definitions.MOST_BYTES + " together");
    }
  }

  private int bounded(String member, String what, String word) {
    int bytes = Forms.bytes(word);
    int own = bytes - Definitions.WORD_END_BYTES;
    if (own > Definitions.MOST_WORD_BYTES) {
      in.mistake(
          member + ": " + what + " has " + own + " bytes; allowed: " + Definitions.MOST_WORD_BYTES);
    }
    return bytes;
  }

  /** A job starts at its times alone, and its end is no reason to start it. */
  private void schedule() {
    if (!new ProjectDefinition(values).job()) {
      return;
    }
    if (!in.has(Members.AUTOSTART)) {
      values.put(Members.AUTOSTART, false);
    }
    // A stored definition always names its policy.
    if (!in.has(Members.RESTART) && !in.stored()) {
      values.put(Members.RESTART, RestartPolicy.NEVER);
    }
    if (values.get(Members.RESTART) == RestartPolicy.ALWAYS) {
      in.wrong("schedule.action", "start", "restart, where restart is always");
    }
  }

  private void memory() {
    long restart = values.get(Members.MEMORY_RESTART_BYTES);
    long max = values.get(Members.MEMORY_MAX_BYTES);
    if (restart > 0 && max > 0 && restart >= max) {
      in.wrong("memoryRestartBytes", restart, "less than memoryMaxBytes, " + max);
    }
    if (restart > 0 && values.get(Members.RESTART) == RestartPolicy.NEVER) {
      in.wrong(
          "memoryRestartBytes",
          restart,
          "none, where restart is never, which is the default of a job");
    }
  }
}
