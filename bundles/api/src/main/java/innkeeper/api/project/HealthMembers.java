package innkeeper.api.project;

import innkeeper.api.project.ObjectForm.Parts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The members of {@code health}: exactly one of the first four, which name the kind. */
final class HealthMembers implements Parts<Optional<Probe>> {

  private static final String ONE = "exactly one of http, tcp, exec, logLine";

  static final Member<Optional<String>> HTTP =
      target("http", "URL", Forms.map("type", "string", "pattern", "^https?://[^/]"))
          .means(
              "A GET of this URL; a status of 2xx or 3xx passes. `localhost` is 127.0.0.1 and ::1.",
              "\"http://127.0.0.1:8080/health\"");
  static final Member<Optional<String>> TCP =
      target(
              "tcp",
              "PORT or HOST:PORT",
              Forms.map(
                  "oneOf",
                  List.of(
                      Forms.map("type", "integer", "minimum", 1, "maximum", 65535),
                      Forms.map(
                          "type",
                          "string",
                          "pattern",
                          "^([^:/]+:|\\[[0-9A-Fa-f:.]+\\]:)?([1-9][0-9]{0,3}|[1-5][0-9]{4}"
                              + "|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$"))))
          .means("A connection to this port passes; PORT alone is of `localhost`.", "8080");
  static final Member<Optional<String>> EXEC =
      target("exec", "shell command", Forms.map("type", "string", "pattern", "\\S"))
          .means(
              "Exit code 0 of this command passes. A process that it leaves in a session of its own"
                  + " is not ended.",
              "\"test -e /tmp/ready\"");
  static final Member<Optional<String>> LOG_LINE =
      target("logLine", "text", Forms.map("type", "string", "pattern", "^[^\\n\\r]*\\S[^\\n\\r]*$"))
          .means(
              "Passes once a line of the log holds this text; codes for colours do not count.",
              "\"listening on\"");
  static final Member<Boolean> LIVENESS =
      new Member<>("liveness", new Forms.Flag(), true)
          .means(
              "true: failures end the server, and it is restarted. false: failures only show.",
              "false")
          .writtenIfDefault();
  static final Member<Duration> PERIOD =
      seconds("periodSeconds", 10, 0.1, 86_400).means("The time between two probes.", "5");
  static final Member<Duration> TIMEOUT =
      seconds("timeoutSeconds", 3, 0.05, 3600).means("The time that one probe may take.", "1");
  static final Member<Long> FAILURES =
      new Member<>("failures", new Forms.Whole(1, 1000, false), 3L)
          .means("The failures in a row after which the probe counts as failed.", "5")
          .writtenIfDefault();
  static final Member<Duration> INITIAL_DELAY =
      seconds("initialDelaySeconds", 0, 0, 86_400)
          .means(
              "The time after the start in which failures do not count and `health` is `unknown`.",
              "20");

  private static final Map<Probe.Kind, Member<Optional<String>>> TARGETS =
      Map.of(
          Probe.Kind.HTTP, HTTP,
          Probe.Kind.TCP, TCP,
          Probe.Kind.EXEC, EXEC,
          Probe.Kind.LOG_LINE, LOG_LINE);

  static final ObjectForm<Optional<Probe>> FORM =
      new ObjectForm<>(
          "an object with one of http, tcp, exec, logLine",
          List.of(HTTP, TCP, EXEC, LOG_LINE, LIVENESS, PERIOD, TIMEOUT, FAILURES, INITIAL_DELAY),
          new HealthMembers());

  /** The form of a target of a probe; the probe's kind decides which targets are valid. */
  private record Target(String type, Map<String, Object> schema)
      implements MemberForm<Optional<String>> {

    @Override
    public Optional<String> read(
        MemberReader in, String name, Object value, Optional<String> fallback) {
      boolean text = value instanceof String || (name.equals("tcp") && value instanceof Integer);
      return Optional.of(text || in.stored() ? String.valueOf(value) : "");
    }

    @Override
    public Object write(Optional<String> value, boolean mask) {
      return value.orElse(null);
    }
  }

  private static Member<Optional<String>> target(
      String name, String type, Map<String, Object> schema) {
    return new Member<>(name, new Target(type, schema), Optional.<String>empty()).without("–");
  }

  private static Member<Duration> seconds(String name, int fallback, double least, double most) {
    return new Member<>(name, new Forms.Seconds(least, most), Duration.ofSeconds(fallback))
        .writtenIfDefault();
  }

  @Override
  public Optional<Probe> made(MemberReader in, String name, Map<?, ?> object, MemberValues values) {
    List<Probe.Kind> kinds =
        java.util.Arrays.stream(Probe.Kind.values())
            .filter(kind -> object.containsKey(kind.word()))
            .toList();
    if (kinds.size() != 1) {
      in.wrong(name, object.keySet(), ONE);
      return Optional.empty();
    }
    Probe.Kind kind = kinds.get(0);
    Probe probe =
        new Probe(
            kind,
            values.get(TARGETS.get(kind)).orElse(in.stored() ? "null" : ""),
            values.get(LIVENESS),
            values.get(PERIOD),
            values.get(TIMEOUT),
            values.get(FAILURES).intValue(),
            values.get(INITIAL_DELAY));
    if (!in.stored()) {
      probe
          .wantsOther()
          .ifPresent(
              allowed -> in.wrong(name + "." + kind.word(), object.get(kind.word()), allowed));
    }
    return Optional.of(probe);
  }

  @Override
  public MemberValues split(Optional<Probe> value) {
    if (value.isEmpty()) {
      return null;
    }
    Probe probe = value.get();
    MemberValues values = new MemberValues();
    TARGETS.forEach(
        (kind, member) ->
            values.put(
                member,
                kind == probe.kind() ? Optional.of(probe.target()) : Optional.<String>empty()));
    return values
        .put(LIVENESS, probe.liveness())
        .put(PERIOD, probe.period())
        .put(TIMEOUT, probe.timeout())
        .put(FAILURES, (long) probe.failures())
        .put(INITIAL_DELAY, probe.initialDelay());
  }
}
