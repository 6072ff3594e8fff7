package innkeeper.store.guard;

import innkeeper.common.file.Durable;
import innkeeper.store.guard.DatabaseState.Own;
import innkeeper.store.guard.DatabaseState.Refused;
import innkeeper.store.guard.DatabaseState.Replaced;
import innkeeper.store.sqlite.Migration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Prepares bot.db for opening, or refuses it. The guard runs before SQLite opens the file. It
 * recognizes a database that was copied over bot.db. It then quarantines the side files of the old
 * database, because SQLite would replay any WAL beside the file. It removes the backup stamp with a
 * raw write <em>before</em> SQLite opens the file. A removal through SQL would be lost in the next
 * crash, together with every commit since. If a start is killed at any step, the next start
 * completes it.
 */
public final class Guard {

  private final Layout layout;
  private final List<Migration> migrations;
  private final Clock clock;
  private final Consumer<String> step;

  /**
   * @param step receives the name of each step after it is on disk; tests end the process there
   */
  public Guard(Layout layout, List<Migration> migrations, Clock clock, Consumer<String> step) {
    this.layout = layout;
    this.migrations = migrations;
    this.clock = clock;
    this.step = step;
  }

  /**
   * The database that SQLite may open now.
   *
   * @param database the real path of the file; empty if it must be created
   * @param unclean whether the database must be checked after SQLite has opened it
   * @param remarks the findings for the audit record, one line each
   * @param bind the content of bind.json; empty if it was lost or does not exist yet
   * @param intent the replacement that may not be in the audit record yet
   */
  public record Passage(
      Optional<Path> database,
      boolean unclean,
      List<String> remarks,
      Optional<Bind> bind,
      Optional<Intent> intent) {}

  /**
   * @throws DatabaseRefusedException if bot.db must not be opened; nothing was changed then
   */
  public Passage pass() throws IOException, DatabaseRefusedException {
    DatabaseState verdict = new Examination(layout, migrations).look();
    step.accept("checked");
    if (verdict instanceof Refused refused) {
      throw new DatabaseRefusedException(RestoreHint.refusal(layout, refused));
    }
    Optional<Intent> pending = Intent.read(layout);
    if (verdict instanceof Replaced replaced) {
      Intent intent =
          pending
              .filter(i -> i.found() == replaced.applicationId())
              .filter(i -> i.sha256().equals(replaced.sha256()))
              .orElseGet(() -> Intent.of(replaced, clock.instant()));
      return takeIn(replaced.database(), replaced.borrowed(), replaced.logged(), intent);
    }
    if (verdict instanceof Own own) {
      if (pending.isPresent() && cutBeforeUnstamping(pending.get(), own)) {
        Path wal = Layout.sidecar(own.database(), "-wal");
        boolean logged = WalOwnership.belongs(wal, own.database());
        return takeIn(own.database(), false, logged, pending.get());
      }
      return stays(own, pending);
    }
    Intent.drop(layout);
    return new Passage(Optional.empty(), false, List.of(), Optional.empty(), Optional.empty());
  }

  /**
   * Returns whether a killed start had already written bind.json but not yet the new
   * application_id. In that case the copy looks like the expected database.
   */
  private static boolean cutBeforeUnstamping(Intent intent, Own own) throws IOException {
    return intent.kind() == Intent.Kind.UNSTAMPED
        && own.bind().filter(bind -> bind.next() == intent.epoch()).isPresent()
        && Header.read(own.database()).applicationId() == intent.found();
  }

  private Passage stays(Own own, Optional<Intent> pending) throws IOException {
    int id = Header.read(own.database()).applicationId();
    Optional<Intent> unfinished = pending.filter(intent -> intent.epoch() == id);
    if (unfinished.isEmpty()) {
      Intent.drop(layout); // The intent describes another file.
    }
    Durable.restrict(own.database(), "rw-------");
    if (own.stray()) {
      setAside(own.database(), List.of("-journal"), Intent.quarantine(clock.instant()));
    }
    return new Passage(
        Optional.of(own.database()), own.unclean(), own.remarks(), own.bind(), unfinished);
  }

  private Passage takeIn(Path database, boolean borrowed, boolean logged, Intent intent)
      throws IOException {
    intent.write(layout);
    step.accept("intent");
    Path own = borrowed ? layout.database() : database;
    if (borrowed) {
      copyOwn(database, own);
    }
    Durable.restrict(own, "rw-------");
    setAside(own, logged ? Layout.NOT_THE_LOG : Layout.SIDECARS, intent.quarantine());
    step.accept("sidecars");
    Bind bind =
        Bind.read(layout.dataDir())
            .orElse(new Bind(Bind.State.OPENING, intent.epoch(), intent.epoch()))
            .in(Bind.State.OPENING)
            .becoming(intent.epoch());
    bind.write(layout.dataDir());
    step.accept("bound");
    ApplicationId.write(own, intent.epoch());
    step.accept("unstamped");
    return new Passage(Optional.of(own), logged, List.of(), Optional.of(bind), Optional.of(intent));
  }

  /**
   * Replaces bot.db by a private copy. The file may be a backup under a second name, and a backup
   * must not be changed.
   */
  private void copyOwn(Path database, Path own) throws IOException {
    Path copy = layout.dataDir().resolve(".bot.db.own");
    Files.deleteIfExists(copy);
    Durable.copy(database, copy);
    step.accept("copied");
    Files.move(copy, own, StandardCopyOption.ATOMIC_MOVE);
    Durable.force(layout.dataDir());
    step.accept("owned");
  }

  private void setAside(Path database, List<String> suffixes, String name) throws IOException {
    Path home = database.getParent();
    // Files.getFileStore fails if the mount table lacks the root, as in a chroot.
    boolean near =
        Files.getAttribute(home, "unix:dev")
            .equals(Files.getAttribute(layout.dataDir(), "unix:dev"));
    Path quarantine = near ? layout.quarantine() : home.resolve("quarantine");
    Path directory = quarantine.resolve(name);
    for (String suffix : suffixes) {
      Path sidecar = Layout.sidecar(database, suffix);
      if (Files.exists(sidecar, LinkOption.NOFOLLOW_LINKS)) {
        Durable.directory(directory);
        Durable.force(quarantine);
        Path target = directory.resolve(sidecar.getFileName());
        for (int n = 1; Files.exists(target, LinkOption.NOFOLLOW_LINKS); n++) {
          target = directory.resolve(sidecar.getFileName() + "." + n);
        }
        Files.move(sidecar, target, StandardCopyOption.ATOMIC_MOVE);
        Durable.force(directory);
        Durable.force(home);
        step.accept("moved" + suffix);
      }
    }
  }
}
