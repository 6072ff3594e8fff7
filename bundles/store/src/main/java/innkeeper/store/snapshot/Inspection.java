package innkeeper.store.snapshot;

import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Digest;
import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Header;
import innkeeper.store.guard.Layout;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.table.Soundness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/** The check whether a file is a complete backup, by its content. It changes nothing. */
public final class Inspection {

  private final BooleanSupplier cancelled;

  /**
   * @param cancelled checked regularly; true ends the work with a StoreException
   */
  public Inspection(BooleanSupplier cancelled) {
    this.cancelled = cancelled;
  }

  /**
   * @param stamped whether the file must have the backup stamp
   * @param alone whether side files mean that the backup was not completed; false for bot.db
   *     itself, which may have side files of a previous database
   * @param check {@code quick_check} or {@code integrity_check}
   * @throws StoreException if the file is not a sound backup; the message gives the reason
   */
  public SnapshotFacts look(Path file, boolean stamped, boolean alone, String check) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new StoreException(file + " is not a file");
      }
      Header header = Header.read(file);
      fault(file, header, stamped, alone)
          .ifPresent(
              fault -> {
                throw new StoreException(file + " is not a whole backup: " + fault);
              });
      // The hash for the manifest and the check of the content read the file in parallel.
      CompletableFuture<String> hash = CompletableFuture.supplyAsync(() -> hash(file), this::start);
      try (Connection connection = Connections.immutable(file)) {
        Optional<String> complaint = Soundness.pageFault(connection, check);
        if (complaint.isEmpty()) {
          complaint = new Soundness(Migration.ALL).fault(connection);
        }
        if (complaint.isPresent()) {
          throw new StoreException(file + " is damaged: " + complaint.get());
        }
        return DatabaseSummary.read(connection, header.fileBytes(), hash.join());
      } catch (CompletionException e) {
        throw new StoreException(e.getCause().getMessage(), e.getCause());
      } finally {
        // The method returns only after the hash thread has closed the file.
        hash.handle((value, failure) -> value).join();
      }
    } catch (IOException | SQLException e) {
      throw new StoreException(file + " could not be inspected: " + e.getMessage(), e);
    }
  }

  private static Optional<String> fault(Path file, Header header, boolean stamped, boolean alone) {
    if (!header.sqlite()) {
      return Optional.of(
          "it is %d bytes that do not begin as SQLite".formatted(header.fileBytes()));
    }
    if (!header.whole()) {
      return Optional.of(
          "it is %d bytes long, its header promises %d"
              .formatted(header.fileBytes(), header.promisedBytes()));
    }
    if (stamped && header.applicationId() != ApplicationId.BACKUP) {
      return Optional.of(
          "it bears no backup's stamp but " + ApplicationId.hex(header.applicationId()));
    }
    for (String suffix : Layout.SIDECARS) {
      if (alone && Files.exists(Layout.sidecar(file, suffix), LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(Layout.sidecar(file, suffix) + " is beside it: it was not finished");
      }
    }
    return Optional.empty();
  }

  private String hash(Path file) {
    try {
      return Digest.of(file, cancelled);
    } catch (IOException e) {
      throw new StoreException(e.getMessage(), e);
    }
  }

  private void start(Runnable work) {
    Thread thread = new Thread(null, work, "store-hash", 128 * 1024);
    thread.setDaemon(true);
    thread.start();
  }
}
