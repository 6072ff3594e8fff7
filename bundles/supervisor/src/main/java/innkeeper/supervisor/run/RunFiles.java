package innkeeper.supervisor.run;

import innkeeper.api.supervisor.ServerRecord;
import innkeeper.supervisor.process.Identity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files in DATA_DIR/run, as far as the supervisor uses them. NAME.out and NAME.err are the
 * FIFOs of stdout and stderr, NAME.in is the FIFO of a stdin that stays open. NAME.json is the
 * record. The wrapper writes NAME.pid and NAME.id about the server, and its exit code to NAME.exit.
 * NAME.past holds what outlives the host, and NAME.stop notes an unsaved stop.
 *
 * <p>NAME.exit is read only when its line is complete. A rename would do the same, but would cost
 * the sh another program: 1.5 ms of CPU for each end. If the disk is full, the exit code stays in
 * the wrapper's umask (/proc/PID/status, 0400 + code).
 */
public final class RunFiles {

  private static final Logger LOG = LoggerFactory.getLogger(RunFiles.class);
  private static final Set<OpenOption> ANEW =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);
  private static final FileAttribute<?> OURS_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final int PAGE_BYTES = 4096;
  private static final int PADDING = 1024;

  private static final FileAttribute<?> OF_OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path dir;
  private String identity;

  public RunFiles(Path dir) throws IOException {
    this.dir = dir;
    if (!Files.isDirectory(dir)) {
      Files.createDirectories(dir, OF_OWNER);
    }
    identity = identity();
  }

  /** Returns device and inode of the directory that is at the path now. */
  public String identity() throws IOException {
    Map<String, Object> own = Files.readAttributes(dir, "unix:dev,ino");
    return own.get("dev") + ":" + own.get("ino");
  }

  /**
   * Makes the directory again if it was removed or moved away. Used by one thread at a time.
   *
   * @return whether it is another directory than at the last call
   * @throws IOException if it is missing in a DATA_DIR that is gone or empty, which a file system
   *     that was unmounted leaves
   */
  public boolean remade() throws IOException {
    if (!Files.exists(dir)) {
      try (DirectoryStream<Path> rest = Files.newDirectoryStream(dir.getParent())) {
        if (!rest.iterator().hasNext()) {
          throw new IOException(dir.getParent() + " is empty");
        }
      }
      Files.createDirectory(dir, OF_OWNER);
    }
    String before = identity;
    identity = identity();
    return !identity.equals(before);
  }

  public Path dir() {
    return dir;
  }

  /** Returns the FIFOs of stdout and of stderr. */
  public List<Path> fifos(String name) {
    return List.of(dir.resolve(name + ".out"), dir.resolve(name + ".err"));
  }

  /** Returns the FIFO of a standard input that stays open. */
  public Path input(String name) {
    return dir.resolve(name + ".in");
  }

  public Path record(String name) {
    return dir.resolve(name + ".json");
  }

  public Path past(String name) {
    return dir.resolve(name + ".past");
  }

  /** Returns the file that exists while a stop is in force that bot.db has not saved. */
  public Path stop(String channelId) {
    return dir.resolve(channelId + ".stop");
  }

  /**
   * Makes or removes that file, and returns when that is on disk. The file is empty, so it can be
   * made on a full disk.
   */
  public void noteStop(String channelId, boolean there) throws IOException {
    if (there) {
      Files.newByteChannel(stop(channelId), ANEW, OURS_ONLY).close();
    } else {
      Files.deleteIfExists(stop(channelId));
    }
    try (FileChannel directory = FileChannel.open(dir, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  Path exit(String name) {
    return dir.resolve(name + ".exit");
  }

  public static boolean isFifo(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isOther();
    } catch (IOException e) {
      return false;
    }
  }

  /** Removes the FIFO of a project without a server. */
  public void removeFifo(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.warn("FIFO not removed path={} error={}", path, e.getMessage());
    }
  }

  /** Removes a file or an empty directory that is in the place of a FIFO. */
  public void clearFifo(Path path) throws IOException {
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException e) {
      // We do not delete foreign files; making the FIFO then fails with a message.
      LOG.warn("{} is in the way of a FIFO", path);
    }
  }

  /** Returns the server that the wrapper has written; empty until then. */
  public Optional<Identity> server(String name) throws IOException {
    Optional<String> line = line(dir.resolve(name + ".id"));
    // The wrapper writes the pid file second, so after it all readers know the server.
    if (line.isEmpty() || line(dir.resolve(name + ".pid")).isEmpty()) {
      return Optional.empty();
    }
    String[] words = line.get().split(" ");
    try {
      return Optional.of(new Identity(Long.parseLong(words[0]), Long.parseLong(words[1])));
    } catch (RuntimeException e) {
      throw new IOException(dir.resolve(name + ".id") + " holds no pid and start time", e);
    }
  }

  /** Returns the exit code; empty until the wrapper has written all of it. */
  public OptionalInt exitCode(String name) throws IOException {
    Optional<String> line = line(exit(name));
    try {
      return line.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(line.get()));
    } catch (NumberFormatException e) {
      throw new IOException(exit(name) + " holds no exit code", e);
    }
  }

  /** Returns whether the wrapper is writing, or has written, the server's pid. */
  public boolean serverBegun(String name) {
    return Files.exists(dir.resolve(name + ".pid"), LinkOption.NOFOLLOW_LINKS);
  }

  /** Returns whether the wrapper is writing, or has written, the exit code. */
  public boolean exitBegun(String name) {
    return Files.exists(exit(name), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns when a stop was noted.
   *
   * @param other returned if that cannot be read
   */
  public Instant stopTime(String channelId, Instant other) {
    try {
      return Files.getLastModifiedTime(stop(channelId)).toInstant();
    } catch (IOException e) {
      return other;
    }
  }

  public Instant exitTime(String name) throws IOException {
    return Files.getLastModifiedTime(exit(name)).toInstant();
  }

  /** Removes the files of the last server, so that they are not taken for those of the next one. */
  public void clear(String name) throws IOException {
    for (String end : List.of(".exit", ".id", ".pid")) {
      Files.deleteIfExists(dir.resolve(name + end));
    }
  }

  /** Removes the record and the files of a server of which no process is left. */
  public void sweep(String name) {
    try {
      Files.deleteIfExists(record(name));
      clear(name);
    } catch (IOException e) {
      LOG.warn("run files not removed name={} error={}", name, e.getMessage());
    }
  }

  /** Writes the record of a server again, because it was lost. */
  public void writeRecord(ServerRecord server) {
    try {
      write(record(server.name()), Json.write(server.toMap()));
    } catch (IOException e) {
      LOG.warn("server's record not written name={} error={}", server.name(), e.getMessage());
    }
  }

  /** Writes a file by rename: a reader sees the whole new content or the old one. */
  public void write(Path file, byte[] bytes) throws IOException {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".new");
    try (SeekableByteChannel out = Files.newByteChannel(temporary, ANEW, OURS_ONLY)) {
      for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
        out.write(rest);
      }
    }
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Writes a file faster than {@link #write}, but the file is missing for a moment. A rename over
   * an existing file waits for the disk on ext4 (auto_da_alloc). Not for files of which readers
   * must always find a version. On a full disk the new text overwrites the old one.
   */
  public void replace(Path file, byte[] bytes) throws IOException {
    Path old = file.resolveSibling("." + file.getFileName() + ".old");
    try {
      Files.move(file, old, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (NoSuchFileException e) {
      write(file, bytes);
      return;
    }
    try {
      write(file, bytes);
      Files.delete(old);
    } catch (IOException full) {
      try (SeekableByteChannel out = Files.newByteChannel(old, StandardOpenOption.WRITE)) {
        out.write(ByteBuffer.wrap(bytes));
        out.truncate(bytes.length);
      }
      Files.move(old, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Overwrites a file in place, padded with spaces. It is one write(2) within one page, which a
   * kill cannot split. It needs no room on a full disk and does not wait for the disk. If that is
   * impossible, the file is written by rename.
   */
  public void overwrite(Path file, byte[] text) throws IOException {
    byte[] padded = Arrays.copyOf(text, (text.length / PADDING + 1) * PADDING);
    Arrays.fill(padded, text.length, padded.length - 1, (byte) ' ');
    padded[padded.length - 1] = '\n';
    if (padded.length > PAGE_BYTES || !overwritten(file, ByteBuffer.wrap(padded))) {
      write(file, padded);
    }
  }

  private static boolean overwritten(Path file, ByteBuffer bytes) throws IOException {
    try (SeekableByteChannel out =
        Files.newByteChannel(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      if (out.size() != bytes.remaining()) {
        return false;
      }
      out.write(bytes);
      return !bytes.hasRemaining();
    } catch (IOException e) {
      // The file is missing, or cannot be overwritten: the write by rename then reports the error.
      return false;
    }
  }

  /** Returns the names of all files with that ending, without the ending. */
  public List<String> names(String end) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(dir, "*" + end)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (!name.startsWith(".")) {
          names.add(name.substring(0, name.length() - end.length()));
        }
      }
    }
    return names;
  }

  private static Optional<String> line(Path file) throws IOException {
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      return text.endsWith("\n")
          ? Optional.of(text.substring(0, text.length() - 1))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
