package innkeeper.store.archive;

import innkeeper.api.settings.Settings;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Durable;
import innkeeper.store.guard.Layout;
import innkeeper.store.restore.Confirmation;
import innkeeper.store.restore.RestoreException;
import innkeeper.store.restore.RestoreLock;
import innkeeper.store.restore.RestoreMain;
import innkeeper.store.restore.WorkProgress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The commands {@code innkeeper archive} and {@code innkeeper restore}. They run in a process of
 * their own, with or without a running host. The exit code is 0 for success, 1 for a refusal or a
 * failure, 2 for wrong usage.
 */
public final class ArchiveMain {

  private static final String USAGE =
      """
      usage: innkeeper archive FILE [--with-env-files] [--replace]
        FILE              a new file, mode 0600
        --with-env-files  also the files that definitions take variables and secrets from
        --replace         FILE may exist\
      """;

  private static final Set<String> RESTORE_OPTIONS = Set.of("--yes", "--dry-run");

  private final PrintStream out;
  private final PrintStream err;
  private final Confirmation confirmation;
  private final WorkProgress progress;

  public ArchiveMain(PrintStream out, PrintStream err, Confirmation confirmation) {
    this.out = out;
    this.err = err;
    this.confirmation = confirmation;
    this.progress = new WorkProgress(out, confirmation.answers().isPresent());
  }

  public static void main(String... args) {
    // The properties must be set before the first logger is created, so that no log lines mix with
    // the output.
    System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    String dataDir = System.getenv().getOrDefault("DATA_DIR", "./data");
    System.exit(
        new ArchiveMain(System.out, System.err, Confirmation.atTerminal(System.out))
            .run(Path.of(dataDir), args));
  }

  /**
   * @param args the command's name, then its arguments
   */
  public int run(Path dataDir, String... args) {
    List<String> rest = new ArrayList<>(List.of(args));
    String command = rest.remove(0);
    try {
      if (command.equals("archive")) {
        return pack(dataDir, rest);
      }
      Optional<Path> file = archived(rest);
      return file.isPresent()
          ? restore(dataDir, file.get(), rest)
          : new RestoreMain(out, err, confirmation).run(dataDir, args);
    } catch (RestoreException | StoreException e) {
      err.println(command + ": " + e.getMessage());
      return 1;
    } catch (IOException | SQLException e) {
      err.println(command + ": failed: " + e);
      return 1;
    }
  }

  @SuppressWarnings("try") // The phase variable is not used inside the block.
  private int pack(Path dataDir, List<String> args)
      throws IOException, SQLException, RestoreException {
    List<String> rest = new ArrayList<>(args);
    boolean environmentFiles = rest.remove("--with-env-files");
    boolean replace = rest.remove("--replace");
    if (rest.size() != 1 || rest.get(0).isBlank() || rest.get(0).startsWith("-")) {
      err.println(
          rest.isEmpty()
              ? "archive: which file should be written?"
              : "archive: one file, not "
                  + String.join(", ", rest)
                  + "; allowed: --with-env-files --replace");
      err.println(USAGE);
      return 2;
    }
    if (RestoreMain.asksWhichHost(err)) {
      return 2;
    }
    Path target = Path.of(rest.get(0)).toAbsolutePath();
    RestoreMain.requireUsable(dataDir, "archive");
    Layout layout = new Layout(dataDir.toRealPath());
    ArchiveWriter writer =
        new ArchiveWriter(layout, Clock.systemUTC(), RestoreMain.release(), Settings.hostName());
    ArchiveWriter.Packed packed;
    try (WorkProgress.Phase packing = progress.begin("packing " + layout.dataDir())) {
      packed = writer.write(target, environmentFiles, replace);
    }
    tell(target, packed);
    return 0;
  }

  private void tell(Path target, ArchiveWriter.Packed packed) throws IOException {
    ArchiveManifest manifest = packed.manifest();
    out.println(
        "packed %s and %s into %s, %d bytes"
            .formatted(
                counted(manifest.projects().size(), "project"),
                counted(manifest.members().size(), "file"),
                target,
                Files.size(target)));
    packed.leftOut().forEach(file -> out.println("left out " + file));
    if (manifest.keptSecrets() > 0) {
      out.println("left out " + counted(manifest.keptSecrets(), "value") + " of redact.keep");
    }
    out.println(
        "it holds secrets, and code that a restore will run: keep it as you keep a private key");
  }

  private static String counted(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** Returns the first argument that names an archive file; empty if none does. */
  private static Optional<Path> archived(List<String> words) throws IOException {
    for (String word : words) {
      if (!word.startsWith("-") && !word.isBlank() && ArchiveFile.is(Path.of(word))) {
        return Optional.of(Path.of(word).toAbsolutePath());
      }
    }
    return Optional.empty();
  }

  private int restore(Path dataDir, Path file, List<String> words)
      throws IOException, SQLException, RestoreException {
    List<String> options = words.stream().filter(word -> word.startsWith("-")).toList();
    if (words.size() != options.size() + 1 || !RESTORE_OPTIONS.containsAll(options)) {
      err.println("restore: of an archive, only these are allowed: FILE [--dry-run] [--yes]");
      return 2;
    }
    if (RestoreMain.asksWhichHost(err)) {
      return 2;
    }
    boolean made = Files.notExists(dataDir);
    if (!made) {
      RestoreMain.requireUsable(dataDir, "restore");
    }
    Durable.directory(dataDir.toAbsolutePath());
    Layout layout = new Layout(dataDir.toRealPath());
    boolean done = false;
    try {
      Optional<String> backup = unpack(file, layout, options);
      done = backup.isPresent();
      return done ? takeOver(layout, backup.get()) : 0;
    } finally {
      if (made && !done) {
        Durable.removeTree(layout.dataDir());
      }
    }
  }

  /** Returns the name of the backup to restore as bot.db; empty after a dry run. */
  @SuppressWarnings("try") // The phase variable is not used inside the block.
  private Optional<String> unpack(Path file, Layout layout, List<String> options)
      throws IOException, SQLException, RestoreException {
    try (RestoreLock lock = RestoreLock.take(layout, false);
        ArchiveFile archive = ArchiveFile.open(file);
        ArchiveRestore restore = new ArchiveRestore(archive, layout, out)) {
      assert lock != null : "nothing is touched without the lock";
      try (WorkProgress.Phase verifying = progress.begin("verifying " + file)) {
        restore.prepare();
      }
      if (options.contains("--dry-run")) {
        out.println("dry run: nothing was changed");
        return Optional.empty();
      }
      if (!options.contains("--yes")) {
        confirmation.require();
      }
      return Optional.of(restore.run());
    }
  }

  private int takeOver(Layout layout, String backup) {
    int status =
        new RestoreMain(out, err, confirmation).run(layout.dataDir(), "restore", backup, "--yes");
    if (status != 0) {
      err.println(
          "restore: the files are in place, bot.db is not; try: innkeeper restore " + backup);
    }
    return status;
  }
}
