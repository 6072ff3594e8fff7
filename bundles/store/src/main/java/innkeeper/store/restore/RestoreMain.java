package innkeeper.store.restore;

import innkeeper.api.store.StoreException;
import innkeeper.common.file.Durable;
import innkeeper.store.file.OfferedCommand;
import innkeeper.store.guard.Bind;
import innkeeper.store.guard.Layout;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Native;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;

/**
 * The command {@code innkeeper restore} for a backup. It runs in a process of its own while no host
 * runs. The exit code is 0 for success, 1 for a refusal or a failure, 2 for wrong usage.
 */
public final class RestoreMain {

  private final PrintStream out;
  private final PrintStream err;
  private final Confirmation confirmation;

  public RestoreMain(PrintStream out, PrintStream err, Confirmation confirmation) {
    this.out = out;
    this.err = err;
    this.confirmation = confirmation;
  }

  public int run(Path dataDir, String... args) {
    try {
      RestoreArgs parsed = RestoreArgs.parse(args);
      if (asksWhichHost(err)) {
        return 2;
      }
      requireUsable(dataDir, "restore");
      Layout layout = new Layout(dataDir.toRealPath());
      if (parsed.dryRun()) {
        return look(parsed, layout);
      }
      try (RestoreLock lock = RestoreLock.take(layout, parsed.stop())) {
        return restore(parsed, layout, lock);
      }
    } catch (RestoreArgs.UsageException e) {
      err.println("restore: " + e.getMessage());
      err.println(RestoreArgs.USAGE);
      return 2;
    } catch (RestoreException | StoreException e) {
      err.println("restore: " + e.getMessage());
      return 1;
    } catch (IOException | SQLException e) {
      err.println("restore: failed, bot.db is as it was: " + e);
      return 1;
    }
  }

  /** Prints the plan only. This is possible while a host runs. */
  private int look(RestoreArgs args, Layout layout)
      throws IOException, SQLException, RestoreException {
    Durable.directory(layout.run());
    Path work = Files.createTempDirectory(layout.run(), "restore-look-");
    try (RestoreLock lock = RestoreLock.tryTake(layout).orElse(null)) {
      // The host's own native directory is not used, because a running host has its SQLite library
      // there.
      Native.prepare(work.resolve("native"));
      int newest = Migration.newest(Migration.ALL);
      RestoreSource source = verified(args, layout, newest);
      try (CurrentDatabase current =
          lock == null
              ? CurrentDatabase.beside(layout, work)
              : CurrentDatabase.read(layout, Migration.ALL)) {
        plan(layout, args, source, current);
      }
      out.println(
          "dry run: nothing was changed"
              + (lock == null ? "; a host runs: stop it before you restore, or say --stop" : ""));
      return 0;
    } finally {
      Durable.removeTree(work);
    }
  }

  @SuppressWarnings("try") // The phase variable is not used inside the block.
  private RestoreSource verified(RestoreArgs args, Layout layout, int newestSchema)
      throws IOException, RestoreException {
    try (WorkProgress.Phase verifying = progress().begin("verifying " + args.what())) {
      return RestoreSource.find(args, layout, newestSchema);
    }
  }

  private WorkProgress progress() {
    return new WorkProgress(out, confirmation.answers().isPresent());
  }

  private RestorePlan plan(
      Layout layout, RestoreArgs args, RestoreSource source, CurrentDatabase current)
      throws IOException, SQLException {
    RestorePlan plan =
        RestorePlan.of(
            source,
            current,
            Bind.read(layout.dataDir()),
            args.keepAudit(),
            Clock.systemUTC().instant());
    plan.lines().forEach(out::println);
    return plan;
  }

  private int restore(RestoreArgs args, Layout layout, RestoreLock held)
      throws IOException, SQLException, RestoreException {
    assert held != null : "nothing is touched without the lock";
    Native.prepare(layout.run().resolve("native"));
    int newest = Migration.newest(Migration.ALL);
    RestoreSource source = verified(args, layout, newest);
    try (CurrentDatabase current = CurrentDatabase.read(layout, Migration.ALL)) {
      RestorePlan plan = plan(layout, args, source, current);
      if (!args.yes()) {
        confirmation.require();
      }
      new Restore(layout, Clock.systemUTC(), release(), progress())
          .run(source, current, plan, args.keepAudit(), uid());
      // The plan already names the loss if the present database cannot be read.
      if (!plan.lost().isEmpty() && !plan.lines().contains(plan.lost())) {
        out.println(plan.lost());
      }
    }
    out.println(
        "restored " + source.file().getFileName() + "; start the host, it finishes the restore");
    return 0;
  }

  /** Returns the uid of this process, for which Java has no method. */
  private static String uid() throws IOException {
    Path self = Path.of("/proc/self");
    return Files.exists(self) ? String.valueOf(Files.getAttribute(self, "unix:uid")) : "";
  }

  /**
   * Prints the question of the start script if several hosts run and the caller named no host.
   *
   * @return whether it printed the question; the command ends then
   */
  public static boolean asksWhichHost(PrintStream err) {
    String question = System.getProperty("innkeeper.several", "");
    if (!question.isEmpty()) {
      err.println(question);
    }
    return !question.isEmpty();
  }

  /**
   * Checks that a directory can be the DATA_DIR of a host, and that this user may change it.
   *
   * @param command the command's name
   */
  public static void requireUsable(Path dataDir, String command)
      throws IOException, RestoreException {
    String name = "DATA_DIR=" + dataDir;
    if (Files.notExists(dataDir)) {
      throw new RestoreException(
          name + " does not exist; name the host's own: innkeeper --data DIR " + command + " ...");
    }
    if (Files.exists(dataDir) && !Files.isDirectory(dataDir)) {
      throw new RestoreException(name + " is not a directory; name the host's own: --data DIR");
    }
    if (!Files.isWritable(dataDir) || !Files.isExecutable(dataDir)) {
      throw new RestoreException(
          name
              + " belongs to another user, or may not be written; root may: sudo "
              + OfferedCommand.innkeeper(dataDir, command)
              + " ...");
    }
  }

  /** Returns the release of the start script; "unknown" where no start script ran this class. */
  public static String release() {
    return System.getProperty("innkeeper.version", "unknown");
  }
}
