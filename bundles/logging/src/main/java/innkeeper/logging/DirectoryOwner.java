package innkeeper.logging;

import innkeeper.common.file.Durable;
import innkeeper.common.process.WrapperHome;
import innkeeper.logging.file.Mounts;
import innkeeper.logging.file.Owner;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records in a directory on tmpfs the DATA_DIR to which the directory belongs. A living host holds
 * the lock of the record. If a DATA_DIR was renamed, its directory gets the name for the new path.
 * The directory of a DATA_DIR that does not exist any more is removed: by a host with another
 * DATA_DIR at the same path, or by any host of this user.
 */
final class DirectoryOwner implements Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryOwner.class);
  private static final String FILE = "deed";
  private static final String ID = "memory.id";

  private final FileChannel file;

  private DirectoryOwner(FileChannel file) {
    this.file = file;
  }

  /** Makes the directory the property of this DATA_DIR, and removes the files of an earlier one. */
  static DirectoryOwner take(Path directory, Path dataDir) throws IOException {
    String id = id(dataDir.resolve("run"));
    if (!Files.exists(directory.resolve(FILE))) {
      follow(directory, id);
    }
    FileChannel file =
        Durable.open(
            directory.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    try {
      if (!locked(file)) {
        LOG.warn("another process keeps unwritten output here too directory={}", directory);
      }
      List<String> former = read(file);
      if (former.size() > 3 && !former.get(3).equals(id)) {
        LOG.info("unwritten output of an earlier DATA_DIR is removed directory={}", directory);
        empty(directory);
      }
      List<String> words =
          List.of(dataDir.toRealPath().toString(), Mounts.view(), Mounts.device(dataDir), id);
      file.truncate(0);
      file.write(ByteBuffer.wrap(String.join("\n", words).getBytes(StandardCharsets.UTF_8)), 0);
      return new DirectoryOwner(file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Returns the id of a DATA_DIR. A DATA_DIR that was deleted and created again at the same path
   * has another id.
   */
  private static String id(Path run) throws IOException {
    Owner.directory(run);
    Path path = run.resolve(ID);
    try {
      String id = Files.readString(path).strip();
      if (!id.isEmpty()) {
        return id;
      }
    } catch (NoSuchFileException first) {
      LOG.debug("DATA_DIR is new to tmpfs run={}", run);
    }
    String id = UUID.randomUUID().toString();
    byte[] line = (id + "\n").getBytes(StandardCharsets.UTF_8);
    Durable.write(path, run.resolve(ID + ".new"), line);
    return id;
  }

  private static boolean locked(FileChannel file) throws IOException {
    try {
      FileLock lock = file.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException ours) {
      return false;
    }
  }

  private static List<String> read(FileChannel file) throws IOException {
    ByteBuffer text = ByteBuffer.allocate((int) Math.min(file.size(), 64 * 1024));
    while (text.hasRemaining() && file.read(text, text.position()) >= 0) {
      continue;
    }
    String words = new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
    return words.isEmpty() ? List.of() : List.of(words.split("\n", -1));
  }

  /**
   * Removes the directories of this user's vanished DATA_DIRs beside this directory. A DATA_DIR
   * whose servers run may have been renamed. Its directory is kept, because its next host needs the
   * output of these servers.
   */
  static void clear(Path own) throws IOException {
    ofVanished(
        own,
        (other, words) -> {
          if (serversRun(words.get(0) + "/run")) {
            return;
          }
          empty(other);
          Files.delete(other.resolve(FILE));
          Files.delete(other);
          LOG.info("unwritten output of a vanished DATA_DIR is removed directory={}", other);
        });
  }

  private static boolean serversRun(String run) {
    return ProcessHandle.allProcesses()
        .anyMatch(process -> WrapperHome.directory(process.pid()).equals(run));
  }

  /** Moves the directory that this DATA_DIR had under its former path to this place. */
  private static void follow(Path own, String id) throws IOException {
    ofVanished(
        own,
        (other, words) -> {
          if (words.get(3).equals(id)) {
            Files.move(other, own, StandardCopyOption.ATOMIC_MOVE); // replaces an empty directory
            LOG.info("unwritten output followed DATA_DIR to its new path directory={}", own);
          }
        });
  }

  private interface Deed {
    void accept(Path directory, List<String> words) throws IOException;
  }

  /** Visits the directories beside this one whose DATA_DIR does not exist at its path any more. */
  private static void ofVanished(Path own, Deed deed) throws IOException {
    String prefix = "innkeeper-" + Owner.uid() + "-";
    List<Path> others = new ArrayList<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(own.getParent(), prefix + "????????????????")) {
      found.forEach(others::add);
    }
    for (Path other : others) {
      Path file = other.resolve(FILE);
      if (!other.equals(own)
          && Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
          && Owner.ours(other)
          && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        try (FileChannel opened =
            FileChannel.open(
                file,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
          List<String> words = read(opened);
          if (locked(opened) && vanished(words)) {
            deed.accept(other, words);
          }
        } catch (IOException e) {
          LOG.debug("left as it is directory={}", other, e);
        }
      }
    }
  }

  /**
   * Returns whether the DATA_DIR has vanished. The answer is certain only if this process has the
   * same mounts and would see the DATA_DIR.
   */
  private static boolean vanished(List<String> words) throws IOException {
    return words.size() > 3
        && words.get(1).equals(Mounts.view())
        && Mounts.mounted(words.get(2))
        && !Files.exists(Path.of(words.get(0)), LinkOption.NOFOLLOW_LINKS)
        && Files.notExists(Path.of(words.get(0)), LinkOption.NOFOLLOW_LINKS);
  }

  private static void empty(Path directory) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(
            directory, "{*.ring,*.ring-err,*.learned,*.learned.new,literals,server-secrets*}")) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
