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
 * DATA_DIR/run as the supervisor knows it: NAME.out and NAME.err the FIFOs of stdout and stderr,
 * NAME.in that of a stdin that stays open, NAME.json the record, NAME.pid and NAME.id what the
 * wrapper says of the server, NAME.exit its exit code, NAME.past what to remember of the project,
 * NAME.stop an unsaved stop.
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
   * Makes the directory again if it was removed or moved away. One thread at a time.
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

  /** Of stdout and of stderr. */
  public List<Path> fifos(String name) {
    return List.of(dir.resolve(name + ".out"), dir.resolve(name + ".err"));
  }

  /** Of standard input, where it stays open. */
  public Path input(String name) {
    return dir.resolve(name + ".in");
  }

  public Path record(String name) {
    return dir.resolve(name + ".json");
  }

  public Path past(String name) {
    return dir.resolve(name + ".past");
  }

  /** There while a stop is in force that bot.db has not taken; by channelId. */
  public Path stop(String channelId) {
    return dir.resolve(channelId + ".stop");
  }

  /**
   * Makes or removes that file, on disk when this returns. It is empty, for which a full disk has
   * room.
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
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
        && !Files.isSymbolicLink(path);
  }

  /** Of a project without a server. */
  public void removeFifo(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.warn("FIFO not removed path={} error={}", path, e.getMessage());
    }
  }

  /** Whatever is there instead of a FIFO, unless it is a directory that holds something. */
  public void clearFifo(Path path) throws IOException {
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException e) {
      // Somebody's files are not ours to delete; whoever needs the FIFO hears of it.
      LOG.warn("{} is in the way of a FIFO", path);
    }
  }

  /** The server as its wrapper wrote it down; empty while it has not. */
  public Optional<Identity> server(String name) throws IOException {
    Optional<String> line = line(dir.resolve(name + ".id"));
    // The pid file comes second: with it the server is known to everyone else as well.
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

  /** The exit code; empty while the wrapper has not written all of it. */
  public OptionalInt exitCode(String name) throws IOException {
    Optional<String> line = line(exit(name));
    try {
      return line.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(line.get()));
    } catch (NumberFormatException e) {
      throw new IOException(exit(name) + " holds no exit code", e);
    }
  }

  /** Whether somebody is writing, or has written, which process the server is. */
  public boolean serverBegun(String name) {
    return Files.exists(dir.resolve(name + ".pid"), LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether somebody is writing, or has written, the exit code. */
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

  /** Forgets the last server's traces, so that they are not taken for the next one's. */
  public void clear(String name) throws IOException {
    for (String end : List.of(".exit", ".id", ".pid")) {
      Files.deleteIfExists(dir.resolve(name + end));
    }
  }

  /** Writes the record of a server. */
  public void writeRecord(ServerRecord server) throws IOException {
    write(record(server.name()), Json.write(server.toMap()));
  }

  /** By rename: a reader sees all of it or what was there before. */
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
   * As {@link #write}, but for a moment there is no such file, and so much quicker: who renames
   * over a file is made to wait for the disk by ext4 (auto_da_alloc). Not where somebody must find
   * one or the other. On a full disk the new text takes the old one's place.
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
   * Over what is there, padded with spaces: one write(2) within one page, which no kill cuts in
   * two, takes no room on a full disk and does not wait for it. By rename where that cannot be.
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
      // There is none, or none that can be written over: the other way says what is wrong with it.
      return false;
    }
  }

  /** Names of all files of that ending. */
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
