package innkeeper.schedule;

import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.common.time.IsoTime;
import innkeeper.schedule.RunMemory.Intent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides which runs of a project begin. It is a pure function of the known facts, the project's
 * status and the time. A due time is handled once, independent of changes of the clock. Runs in a
 * skipped time are missed, and a repeated time causes no second run.
 */
final class RunRules {

  /** The delay within which a run is on time. */
  static final Duration ON_TIME = Duration.ofMinutes(1);

  /** The time for which a missed run is at least reported, so that operators notice it. */
  static final Duration TOLD = Duration.ofMinutes(1);

  /** A clock that is set back by more than this was wrong before, so runs follow the new time. */
  static final Duration SET_BACK = Duration.ofHours(3);

  private static final int MOST_COUNTED = 100_000;

  /**
   * The result of a check.
   *
   * @param memory the facts now
   * @param begin whether the run of the memory's intent must begin now
   * @param notes the lines for the audit record
   * @param wake the latest time of the next check; empty if no run will be due
   */
  record Step(RunMemory memory, boolean begin, List<String> notes, Optional<Instant> wake) {}

  private final RunSchedule schedule;
  private final ProjectStatus status;
  private final Instant now;
  private final List<String> notes = new ArrayList<>();
  private RunMemory memory;
  private boolean begin;

  private RunRules(RunMemory was, RunSchedule schedule, ProjectStatus status, Instant now) {
    this.memory = was;
    this.schedule = schedule;
    this.status = status;
    this.now = now;
  }

  static Step next(RunMemory was, RunSchedule schedule, ProjectStatus status, Instant now) {
    return new RunRules(was, schedule, status, now).step();
  }

  private Step step() {
    clockSetBack();
    intended();
    due();
    waiting();
    told();
    Optional<Instant> wake =
        schedule.due(memory.handled()).map(due -> schedule.begins(status.channelId(), due));
    return new Step(memory, begin, List.copyOf(notes), wake);
  }

  private void clockSetBack() {
    if (memory.handled().isAfter(now.plus(SET_BACK))) {
      notes.add(
          "the clock was set back to before "
              + IsoTime.text(memory.handled())
              + ", up to which all runs were handled; runs are due by the new time");
      memory = memory.handled(now);
    }
  }

  /** Handles a run that an earlier check, or an earlier host, was about to begin. */
  private void intended() {
    if (memory.intent().isEmpty()) {
      return;
    }
    Intent intent = memory.intent().get();
    boolean begun =
        status.server().startedAt().filter(at -> !at.isBefore(intent.at())).isPresent()
            || status.lastExit().filter(exit -> !exit.at().isBefore(intent.at())).isPresent();
    if (begun || (schedule.action() == RunSchedule.Action.START && busy())) {
      memory = memory.begun(intent.at());
    } else if (restartsNothing()) {
      memory = memory.givenUp();
    } else {
      begin = !busy() || schedule.action() == RunSchedule.Action.RESTART;
    }
  }

  private void due() {
    Instant last = null;
    Instant lost = null;
    int count = 0;
    int late = 0;
    Optional<Instant> due = schedule.due(memory.handled());
    while (due.isPresent() && !begins(due.get()).isAfter(now) && count < MOST_COUNTED) {
      last = due.get();
      count++;
      if (begins(last).plus(ON_TIME).isBefore(now)) {
        lost = last;
        late++;
      }
      due = schedule.due(last);
    }
    if (last == null) {
      return;
    }
    memory = memory.handled(count < MOST_COUNTED || last.isAfter(now) ? last : now);
    boolean makesUp = schedule.missed() == RunSchedule.Missed.RUN;
    if (lost != null) {
      String one = last.equals(lost) ? "one run" : "the run of " + IsoTime.text(last);
      missed(lost, late, makesUp ? "; " + one + " makes up" : "");
    }
    if (count - late > 1) {
      // The runs are on time, and one run serves all of them.
      notes.add(
          count
              - late
              + " runs are due within a minute; one begins, that of "
              + IsoTime.text(last));
    }
    if (makesUp || !last.equals(lost)) {
      run(last);
    }
  }

  private Instant begins(Instant due) {
    return schedule.begins(status.channelId(), due);
  }

  private void missed(Instant last, int count, String makesUp) {
    String what =
        (count == 1 ? "the run of " : count + " runs, the last of ")
            + IsoTime.text(last)
            + " did not begin: no host ran, or the clock was set"
            + makesUp;
    if (makesUp.isEmpty()) {
      tell(last, what, count);
    } else {
      notes.add(what);
    }
  }

  private void tell(Instant due, String cause, int count) {
    notes.add(cause);
    memory = memory.misses(due, now, cause, count);
  }

  private void run(Instant due) {
    if (restartsNothing()) {
      return;
    }
    if (schedule.action() == RunSchedule.Action.RESTART || !busy()) {
      memory = memory.intends(due, now);
      begin = true;
    } else if (schedule.overlap() == RunSchedule.Overlap.QUEUE && memory.queued().isEmpty()) {
      memory = memory.queued(Optional.of(due));
    } else {
      tell(
          due,
          "the run of "
              + IsoTime.text(due)
              + " was skipped: "
              + (memory.queued().isPresent() ? "one waits already, for " : "")
              + "the one before has not ended",
          1);
    }
  }

  /** Begins the queued run once the run before has ended. */
  private void waiting() {
    if (memory.queued().isPresent() && !busy() && !begin) {
      memory = memory.intends(memory.queued().get(), now);
      begin = true;
    }
  }

  /** Drops the missed runs once a later run has begun and they were reported long enough. */
  private void told() {
    memory =
        memory.missed(
            memory
                .missed()
                .filter(
                    missed ->
                        missed.at().plus(TOLD).isAfter(now)
                            || memory
                                .lastRun()
                                .filter(run -> !run.isBefore(missed.at()))
                                .isEmpty()));
  }

  private boolean busy() {
    return switch (status.state()) {
      case STARTING, RUNNING, BACKOFF, STOPPING, UNKNOWN -> true;
      case STOPPED, EXITED, FATAL -> false;
    };
  }

  /**
   * Returns whether a restart has to be skipped. An operator who stopped a server, or sees that it
   * failed, decides when it starts again.
   */
  private boolean restartsNothing() {
    return schedule.action() == RunSchedule.Action.RESTART
        && (status.lifecycle().desired() == Desired.STOPPED || !busy());
  }
}
