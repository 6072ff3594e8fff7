package innkeeper.shell.project;

import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.Ticket;
import innkeeper.common.text.Amounts;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.ProgressLine;
import innkeeper.shell.cli.Services;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Waits until requested starts are ready, have failed, or take too long. */
final class ReadyWait {

  private static final long LOOK_MS = 40;

  /** The time before the first progress line, because shorter waits need none. */
  private static final long SILENT_MS = 400;

  /** The time for which a server that failed before is followed after it is ready. */
  static final Duration BEYOND = Duration.ofSeconds(15);

  /** The outcomes of a start. */
  enum End {
    READY,
    /** The server ended with success: a one-shot. */
    FINISHED,
    FAILED,
    /** The server was ready, and ended while it was followed. */
    ENDED_AGAIN,
    TOO_LATE
  }

  /**
   * @param status the status at the end; the newest one if the start takes too long
   */
  record Result(String channelId, End end, ProjectStatus status) {}

  /**
   * A requested start.
   *
   * @param failedBefore whether the server's last run failed; then the wait continues after ready
   * @param settled takes the newest status and returns the status with which the start was reached
   *     or failed; empty while it is still running
   */
  record Start(
      String channelId,
      ProjectStatus first,
      boolean failedBefore,
      Function<ProjectStatus, Optional<ProjectStatus>> settled) {

    /**
     * @param before the project's previous status; empty if it is unknown
     */
    static Start of(Ticket ticket, Optional<ProjectStatus> before) {
      return new Start(
          ticket.channelId(),
          ticket.status(),
          ticket.changed() && before.map(ReadyWait::fails).orElse(false),
          now ->
              ticket.settled().isDone() ? Optional.of(ticket.settled().join()) : Optional.empty());
    }

    /**
     * A start that a changed definition caused, so that it has no ticket.
     *
     * @param before the project's previous status; empty for a new project
     */
    static Start after(Optional<ProjectStatus> before, Instant asked, ProjectStatus first) {
      return new Start(
          first.channelId(),
          first,
          before.map(ReadyWait::fails).orElse(false),
          now -> decided(before, asked, now) ? Optional.of(now) : Optional.empty());
    }

    private static boolean decided(
        Optional<ProjectStatus> before, Instant asked, ProjectStatus now) {
      boolean another =
          before.isEmpty() || now.server().incarnation() > before.get().server().incarnation();
      return switch (now.state()) {
        case RUNNING -> another || before.get().server().pid().isEmpty();
        case BACKOFF, FATAL, EXITED -> another || !now.lifecycle().since().isBefore(asked);
        case STOPPED -> now.lifecycle().desired() == Desired.STOPPED;
        case UNKNOWN -> true;
        case STARTING, STOPPING -> false;
      };
    }
  }

  /** A start that is not finished yet. */
  private static final class Waiting {
    private final Start start;
    private ProjectStatus now;
    private boolean reached;
    private Optional<ProjectStatus> ready = Optional.empty();
    private long readyAt;

    Waiting(Start start) {
      this.start = start;
      this.now = start.first();
    }

    Optional<End> look(Optional<ProjectStatus> newest) {
      now = newest.orElse(now);
      if (ready.isPresent()) {
        return follow();
      }
      if (!reached) {
        Optional<ProjectStatus> settled = start.settled().apply(now);
        if (settled.isEmpty()) {
          return Optional.empty();
        }
        reached = settled.get().state() == ProjectState.RUNNING;
        if (!reached || newest.isEmpty()) {
          now = settled.get();
        }
      }
      if (!reached || now.state() != ProjectState.RUNNING) {
        return Optional.of(finished(now) ? End.FINISHED : End.FAILED);
      }
      if (!now.health().ready()) {
        return Optional.empty();
      }
      ready = Optional.of(now);
      readyAt = System.nanoTime();
      return start.failedBefore() ? Optional.empty() : Optional.of(End.READY);
    }

    private Optional<End> follow() {
      boolean same =
          now.state() == ProjectState.RUNNING
              && now.server().incarnation() == ready.get().server().incarnation();
      if (!same) {
        return Optional.of(finished(now) ? End.FINISHED : End.ENDED_AGAIN);
      }
      return System.nanoTime() - readyAt < BEYOND.toNanos()
          ? Optional.empty()
          : Optional.of(End.READY);
    }

    End late() {
      return ready.isPresent() ? End.READY : End.TOO_LATE;
    }
  }

  /**
   * Returns whether the server's last run failed, or whether it has been running again for a short
   * time only.
   */
  private static boolean fails(ProjectStatus before) {
    boolean unasked = before.lastExit().map(exit -> !exit.expected()).orElse(false);
    boolean settled =
        before.state() == ProjectState.RUNNING
            && before.lifecycle().since().isBefore(Instant.now().minus(BEYOND));
    return before.health().flapping() || unasked && !settled;
  }

  private static boolean finished(ProjectStatus now) {
    return now.state() == ProjectState.EXITED
        && now.lastExit().map(exit -> exit.expected()).orElse(false);
  }

  private final Services services;
  private final ProgressLine progress;

  ReadyWait(Services services, Caller caller) {
    this.services = services;
    this.progress = new ProgressLine(caller);
  }

  /**
   * @param told receives each result as soon as it is known
   * @throws InterruptedException if the caller stops waiting
   */
  void await(List<Start> starts, Duration patience, Consumer<Result> told)
      throws InterruptedException {
    long begun = System.nanoTime();
    List<Waiting> left = new ArrayList<>();
    starts.forEach(start -> left.add(new Waiting(start)));
    try (progress) {
      while (true) {
        Duration waited = Duration.ofNanos(System.nanoTime() - begun);
        boolean late = waited.compareTo(patience) >= 0;
        for (Iterator<Waiting> all = left.iterator(); all.hasNext(); ) {
          Waiting one = all.next();
          Optional<End> end = one.look(newest(one));
          if (end.isPresent() || late) {
            progress.clear();
            told.accept(new Result(one.start.channelId(), end.orElseGet(one::late), one.now));
            all.remove();
          }
        }
        if (left.isEmpty()) {
          return;
        }
        if (waited.toMillis() > SILENT_MS) {
          progress.say(
              "waiting " + Amounts.span(waited) + " (Ctrl-C ends only the waiting): " + said(left));
        }
        Thread.sleep(LOOK_MS);
      }
    }
  }

  private Optional<ProjectStatus> newest(Waiting one) {
    try {
      return services.now(Supervisor.class).flatMap(s -> s.project(one.start.channelId()));
    } catch (StoreException e) {
      return Optional.empty(); // The supervisor is being replaced.
    }
  }

  private static String said(List<Waiting> left) {
    return left.stream()
        .map(
            one ->
                one.ready.isPresent()
                    ? one.now.name() + " is ready, followed as its last run failed"
                    : said(one.now))
        .collect(Collectors.joining(", "));
  }

  private static String said(ProjectStatus now) {
    String why =
        now.state() == ProjectState.RUNNING && !now.health().ready()
            ? "not ready" + (now.health().output().isEmpty() ? "" : ": " + now.health().output())
            : now.reason();
    return now.name() + " " + now.state() + (why.isEmpty() ? "" : " (" + why + ")");
  }
}
