package innkeeper.shell.cli;

import innkeeper.api.action.ProjectActions;
import innkeeper.api.backup.Backups;
import innkeeper.api.host.Host;
import innkeeper.api.log.CleanText;
import innkeeper.api.panel.Panels;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.time.ZonedText;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outcome of a command: its exit status and its text for standard error. Every entry point uses
 * this class, so {@code innkeeper X} and {@code inn:X} end alike.
 *
 * @param status the exit status
 * @param message lines, without a line end after the last; "" if there is none
 */
public record Outcome(int status, String message) {

  public static final int DONE = 0;
  public static final int REFUSED = 1;
  public static final int USAGE = 2;

  /** The exit status of a program that SIGINT ended. */
  public static final int CANCELLED = 130;

  private static final Logger LOG = LoggerFactory.getLogger(Outcome.class);

  /**
   * Runs a command.
   *
   * @throws Suspended unchanged, so that the successor shell continues the command
   */
  public static Outcome of(Command command, Caller caller, List<String> words) throws Suspended {
    Help help = command.help();
    try {
      return new Outcome(command.run(caller, words), "");
    } catch (UsageException e) {
      List<String> lines = new ArrayList<>();
      e.mistakes().forEach(m -> lines.add(line(help.name() + ": " + m)));
      lines.add(help.usageLines().stripTrailing());
      return new Outcome(USAGE, String.join("\n", lines));
    } catch (Suspended e) {
      throw e;
    } catch (InterruptedException e) {
      return new Outcome(CANCELLED, "");
    } catch (Exception e) {
      return interrupted(e) ? new Outcome(CANCELLED, "") : failure(help.name(), e);
    }
  }

  /**
   * Returns whether the exception comes from an interrupt, because the caller gave up. That is not
   * a failure.
   */
  private static boolean interrupted(Exception e) {
    return e instanceof ClosedByInterruptException
        || e instanceof InterruptedIOException
        || Thread.currentThread().isInterrupted();
  }

  /** Returns an outcome with one line; the line may contain untrusted text. */
  public static Outcome saying(int status, String why) {
    return new Outcome(status, line(why));
  }

  /** Returns the outcome for an exception, without its stack trace. */
  public static Outcome failure(String name, Throwable thrown) {
    Throwable e = thrown;
    while ((e instanceof ExecutionException || e instanceof CompletionException)
        && e.getCause() != null) {
      e = e.getCause();
    }
    if (e instanceof DefinitionException wrong) {
      List<String> lines = new ArrayList<>();
      wrong.mistakes().forEach(m -> lines.add(line(name + ": " + m)));
      return new Outcome(REFUSED, String.join("\n", lines));
    }
    if (expected(e) && e.getMessage() != null) {
      return new Outcome(REFUSED, line(name + ": " + why(e)));
    }
    LOG.error("command failed command={}", name, e);
    String what =
        e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
    return new Outcome(
        REFUSED, line(name + ": failed inside the host: " + what + "; see: innkeeper logs --main"));
  }

  private static boolean expected(Throwable e) {
    return e instanceof CommandRefusedException
        || e instanceof IOException
        || e instanceof Supervisor.UnknownProjectException
        || e instanceof Supervisor.StateConflictException
        || e instanceof Backups.BackupException
        || e instanceof Backups.BusyException
        || e instanceof Surfaces.SurfaceException
        || e instanceof ProjectActions.UnknownActionException
        || e instanceof Panels.UnknownPanelException
        || e instanceof Host.HostException
        || e instanceof StoreException
        || e instanceof IllegalArgumentException;
  }

  /** Completes the JDK's file exceptions, whose message is the file name only. */
  private static String why(Throwable e) {
    if (e instanceof java.nio.file.NoSuchFileException) {
      return e.getMessage() + " does not exist";
    }
    if (e instanceof java.nio.file.AccessDeniedException) {
      return e.getMessage() + " may not be read: permission denied";
    }
    return e.getMessage();
  }

  private static String line(String text) {
    return "innkeeper: "
        + SafeText.line(CleanText.of(ZonedText.within(text.strip().replace('\n', ' '))));
  }
}
