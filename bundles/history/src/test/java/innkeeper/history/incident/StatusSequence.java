package innkeeper.history.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.log.CleanText;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.history.Statuses;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Sees sequences of statuses; tests say which incidents they make. Times are seconds. */
abstract class StatusSequence {

  static final Instant T = Instant.parse("2026-11-22T03:12:00Z");

  Situation situation;
  Statuses status;
  final List<Incident> begun = new ArrayList<>();

  /** When this host's process began. */
  Instant hostSince = T;

  /** Those that another one ended. */
  final List<Incident> over = new ArrayList<>();

  /** What the log shows for each end; "" for no error. */
  String error = "KeyError: 'sku-31'";

  /** The end before, where the next cannot be told from it. */
  Optional<Instant> replaced = Optional.empty();

  @BeforeAll
  static void engine() {
    UnaryOperator<String> engine = text -> text.replace("hunter2", "[REDACTED]");
    System.getProperties().put(CleanText.FUNCTION, engine);
  }

  @BeforeEach
  void fresh() {
    situation = Situation.of(Optional.empty(), T);
    status = Statuses.of("api");
  }

  static Instant at(int second) {
    return T.plusSeconds(second);
  }

  void see(int second, Statuses now) {
    status = now;
    ProjectRules.Step step = ProjectRules.next(situation, now.status(), at(second), hostSince);
    situation = step.situation();
    if (step.opened()) {
      begun.add(situation.incident().orElseThrow());
    }
    step.closed().ifPresent(over::add);
    step.ended()
        .ifPresent(
            end -> {
              situation = ProjectRules.evidence(situation, read(end), replaced);
              replaced = Optional.empty();
            });
  }

  End read(End end) {
    String quoted = end.by() == EndedBy.ITSELF ? error : "";
    return new End(
        end.at(), end.code(), end.signal(), 1, quoted, List.of("last line", error), end.by());
  }

  void to(int second, ProjectState state) {
    see(second, status.in(state, at(second)));
  }

  /** It is as it was, looked at again. */
  void later(int second) {
    see(second, status);
  }

  void starts(int second) {
    to(second, ProjectState.STARTING);
  }

  void runs(int second) {
    to(second, ProjectState.RUNNING);
  }

  /** It ends unasked, as the supervisor tells it: first the end, then the pause. */
  void crashes(int second, int code) {
    see(second, status.in(ProjectState.STOPPING, at(second)));
    see(
        second,
        status
            .in(ProjectState.BACKOFF, at(second))
            .ended(code, at(second), false)
            .because("exited with code " + code));
  }

  /** The host or the kernel ends it. */
  void isEnded(int second, EndedBy by, String reason) {
    see(second, status.in(ProjectState.STOPPING, at(second)).because(reason));
    see(
        second,
        status
            .in(ProjectState.BACKOFF, at(second))
            .ended(143, at(second), false)
            .by(by)
            .because(reason + "; restart 2 of 10"));
  }

  Incident incident() {
    return situation.incident().orElseThrow();
  }

  void expect(IncidentKind kind, int from, Integer to, int runs) {
    Incident i = incident();
    assertEquals(kind, i.kind());
    assertEquals(at(from), i.from());
    assertEquals(Optional.ofNullable(to).map(StatusSequence::at), i.to());
    assertEquals(runs, i.course().runs());
  }

  void noIncident() {
    assertEquals(List.of(), begun);
    assertEquals(Optional.empty(), situation.incident());
  }
}
