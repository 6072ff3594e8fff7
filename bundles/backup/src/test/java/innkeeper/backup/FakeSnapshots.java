package innkeeper.backup;

import innkeeper.api.store.RestorePreview;
import innkeeper.api.store.Snapshots;
import innkeeper.api.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleConsumer;

/** Writes real files that can be told whole from broken; no SQLite. */
final class FakeSnapshots implements Snapshots {

  private static final String END = "\nend of snapshot\n";

  final AtomicLong revision = new AtomicLong();
  final AtomicInteger written = new AtomicInteger();
  final AtomicInteger compared = new AtomicInteger();
  final AtomicInteger rehearsed = new AtomicInteger();
  volatile Runnable whileWriting = () -> {};
  volatile String rehearsalError = "";
  volatile long estimated = 1000;
  volatile String archiveError = "";

  @Override
  public void archive(Path backup, Path target, boolean environmentFiles) {
    if (!archiveError.isEmpty()) {
      throw new StoreException(archiveError);
    }
    try {
      Files.writeString(target, backup.getFileName() + " " + environmentFiles);
    } catch (IOException e) {
      throw new StoreException("no archive", e);
    }
  }

  @Override
  public SnapshotFacts write(Path target, DoubleConsumer progress) {
    try {
      Files.createFile(target);
      Files.writeString(target, "half");
      progress.accept(0.5);
      whileWriting.run();
      Files.writeString(target, "revision " + revision.get() + " ".repeat(500) + END);
      progress.accept(1);
      written.incrementAndGet();
      return inspect(target);
    } catch (IOException | StoreException e) {
      try {
        Files.deleteIfExists(target);
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw new StoreException("snapshot not written: " + e.getMessage(), e);
    }
  }

  @Override
  public SnapshotFacts inspect(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      if (!new String(bytes, java.nio.charset.StandardCharsets.UTF_8).endsWith(END)) {
        throw new StoreException(file.getFileName() + " is not whole");
      }
      String sha = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
      return new SnapshotFacts(bytes.length, sha, 1, Map.of("project", 2L), 7);
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new StoreException("could not read " + file, e);
    }
  }

  @Override
  public RestorePreview preview(Path backup) {
    return new RestorePreview(
        backup.getFileName().toString(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        compared.incrementAndGet());
  }

  @Override
  public void rehearse(Path backup, SnapshotFacts expected, Path scratch) {
    rehearsed.incrementAndGet();
    try {
      Path copy = Files.copy(backup, scratch.resolve("bot.db"));
      if (!inspect(copy).sha256().equals(expected.sha256())) {
        throw new StoreException("the copy differs from the manifest");
      }
    } catch (IOException e) {
      throw new StoreException("scratch: " + e, e);
    }
    if (!rehearsalError.isEmpty()) {
      throw new StoreException(rehearsalError);
    }
  }

  @Override
  public long estimatedBytes() {
    return estimated;
  }

  @Override
  public long revision() {
    return revision.get();
  }
}
