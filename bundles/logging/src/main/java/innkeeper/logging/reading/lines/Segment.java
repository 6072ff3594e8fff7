package innkeeper.logging.reading.lines;

import innkeeper.api.log.UnreadableLogException;
import innkeeper.common.file.ArchiveName;
import innkeeper.logging.file.Archives;
import innkeeper.logging.file.LogNameCheck;
import innkeeper.logging.file.Owner;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;

/**
 * One file of a log: an archive, or the active file, which has the sequence number of its future
 * archive.
 */
public record Segment(Path path, long seq, long inode, boolean compressed, boolean active) {

  private static final int TRIES = 100;

  /** Reads the files of a log, oldest first. */
  public interface Reading<T> {
    T of(List<Segment> segments) throws IOException;
  }

  /**
   * Lists the files of a log and reads them. Both are repeated if a file was rotated, compressed or
   * deleted in between.
   *
   * @param ours the same as in {@link #of}; called before each attempt
   * @throws NoSuchFileException if that happened a hundred times
   */
  public static <T> T read(Path active, LongSupplier ours, Reading<T> reading) throws IOException {
    for (int i = 0; ; i++) {
      try {
        return reading.of(list(active, ours.getAsLong()));
      } catch (NoSuchFileException turned) {
        if (i >= TRIES) {
          throw turned;
        }
      }
    }
  }

  /**
   * Returns all files of a log at one moment, oldest first.
   *
   * @param ours the inode to which the log's writer writes; -1 without a writer
   * @throws IOException if the active file is not a regular file, or belongs to another log
   */
  public static List<Segment> of(Path active, long ours) throws IOException {
    return read(active, () -> ours, segments -> segments);
  }

  private static List<Segment> list(Path active, long ours) throws IOException {
    long inode = activeInode(active);
    if (inode >= 0) {
      LogNameCheck.check(active, ours);
    }
    List<Archives.Archive> archives = Archives.of(active);
    List<Segment> found = new ArrayList<>(archives.size() + 1);
    for (Archives.Archive a : archives) {
      // Only the newest archive's inode matters: during a rotation it is the active file's.
      boolean newest = found.size() == archives.size() - 1;
      Path path = active.resolveSibling(a.fileName());
      long own = newest ? Owner.inode(path) : -1;
      found.add(new Segment(path, a.seq(), own, a.compressed(), false));
    }
    if (activeInode(active) != inode) {
      String why = "it is rotated too fast to be read; try again";
      throw new NoSuchFileException(active.toString(), null, why);
    }
    return withActive(found, active, inode);
  }

  private static List<Segment> withActive(List<Segment> found, Path active, long inode) {
    if (inode < 0) {
      return found;
    }
    long seq = 1;
    if (!found.isEmpty()) {
      Segment last = found.get(found.size() - 1);
      if (last.inode == inode) {
        // During a rotation the active file is already linked as an archive.
        found.remove(found.size() - 1);
        seq = last.seq;
      } else {
        seq = last.seq + 1;
      }
    }
    found.add(new Segment(active, seq, inode, false, true));
    return found;
  }

  private static long activeInode(Path active) throws IOException {
    if (!Files.exists(active, LinkOption.NOFOLLOW_LINKS)) {
      return -1;
    }
    try {
      regular(active);
      return Owner.inode(active);
    } catch (NoSuchFileException turning) {
      return -1;
    }
  }

  private static void regular(Path path) throws IOException {
    if (!Files.readAttributes(
            path, java.nio.file.attribute.BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .isRegularFile()) {
      throw new UnreadableLogException(
          place(path) + " is not a regular file, so it is not read; move it away");
    }
  }

  /** Returns the path that the operator sees from DATA_DIR. */
  private static String place(Path path) {
    Path directory = path.getParent();
    boolean main = directory == null || !directory.endsWith("logs");
    return (main ? "" : "logs/") + path.getFileName();
  }

  /** Returns the reason why the file cannot be read; "" if it can, or does not exist. */
  public static String trouble(Path path) {
    try {
      regular(path);
      return Files.isReadable(path) ? "" : forbidden(path).getMessage();
    } catch (NoSuchFileException none) {
      return "";
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /**
   * Opens the file for reading at any place, never through a link, and only if it is a regular
   * file.
   *
   * @throws NoSuchFileException if the file was rotated, compressed or deleted since the listing
   */
  FileChannel open() throws IOException {
    regular(path);
    FileChannel channel;
    try {
      channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    } catch (AccessDeniedException e) {
      throw forbidden(path);
    }
    try {
      // After a rotation another file has the name of the active file.
      if (active && Owner.inode(path) != inode) {
        throw new NoSuchFileException(path.toString(), null, "rotated since it was listed");
      }
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    return channel;
  }

  private static UnreadableLogException forbidden(Path path) {
    return new UnreadableLogException(
        place(path)
            + " may not be read by the host's user; chmod 600 \"$DATA_DIR/"
            + place(path)
            + "\"");
  }

  /** Returns the time of the rotation in its name; empty for the active file. */
  public Optional<Instant> rotatedAt() {
    return ArchiveName.parse(path.getFileName().toString()).map(ArchiveName::at);
  }

  /** Returns the text that replaces an unreadable part in an answer. */
  String mark(IOException why) {
    String reason = why instanceof UnreadableLogException ? "" : ": " + why.getMessage();
    return "[innkeeper: " + path.getFileName() + " cannot be read from here on" + reason + "]";
  }

  /**
   * Returns the uncompressed bytes from an offset on; empty if the file is shorter.
   *
   * @throws IOException also if the bytes before the offset cannot be decompressed
   */
  public InputStream stream(long offset) throws IOException {
    if (!compressed) {
      FileChannel channel = open();
      channel.position(offset);
      return Channels.newInputStream(channel);
    }
    InputStream in = stream();
    try {
      in.skipNBytes(offset);
    } catch (EOFException shorter) {
      in.close();
      return InputStream.nullInputStream();
    } catch (IOException e) {
      in.close();
      throw e;
    }
    return in;
  }

  /**
   * Returns the position of an offset in its text, in the form of {@link
   * innkeeper.api.log.LogQuery}.
   */
  public String position(int id, long offset) {
    return new Position(seq, id, offset).text();
  }

  /** Returns the uncompressed bytes. */
  public InputStream stream() throws IOException {
    FileChannel channel = open();
    if (!compressed) {
      return Channels.newInputStream(channel);
    }
    try {
      return new GZIPInputStream(Channels.newInputStream(channel), 64 * 1024);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }
}
