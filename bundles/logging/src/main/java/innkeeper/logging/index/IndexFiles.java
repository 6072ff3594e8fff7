package innkeeper.logging.index;

import innkeeper.logging.file.Archives;
import innkeeper.logging.file.FileAccess;
import innkeeper.logging.file.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The indexes of one log's files. */
public final class IndexFiles {

  private static final Logger LOG = LoggerFactory.getLogger(IndexFiles.class);

  private final IndexDirectory directory;
  private final Path log;

  public IndexFiles(IndexDirectory directory, Path log) {
    this.directory = directory;
    this.log = log;
  }

  /**
   * An index that can be continued.
   *
   * @param offset the offset of its last entry
   * @param millis the time of its last entry
   * @param ended whether its last entry is an end
   */
  record Found(IndexFile file, long offset, long millis, boolean ended) {}

  /**
   * Returns the valid part of the active file's index, or begins a new index.
   *
   * @param bytes the length of the active file
   * @param floor the lower bound for all times
   */
  Found take(long inode, long bytes, long floor) throws IOException {
    Path path = directory.active(name(), inode);
    byte[] content = IndexFile.read(path);
    if (content.length > 0) {
      try {
        EntryReader reader = entries(content, bytes);
        IndexHeader header = reader.table().header();
        if (header.inode() == inode && header.start() <= bytes && reader.valid() > 0) {
          IndexFile file = new IndexFile(path, header, reader.valid());
          file.cut();
          return new Found(file, reader.offset(), reader.millis(), reader.ended());
        }
        // The index belonged to another file that had the same inode.
        Files.delete(path);
      } catch (IOException e) {
        IndexDirectory.setAside(path, e.getMessage());
      }
    }
    long base = floor > 0 ? floor : lastArchived();
    int id = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
    IndexHeader header = new IndexHeader(id, inode, bytes, base);
    return new Found(new IndexFile(path, header, 0), bytes, base, true);
  }

  private static EntryReader entries(byte[] content, long limit) throws IOException {
    EntryReader reader = new EntryReader(IndexHeader.read(content));
    if (reader.read(content, IndexHeader.BYTES, limit).damaged()) {
      throw new IOException("its entry at " + reader.valid() + " is damaged");
    }
    return reader;
  }

  /** Returns the last time in the index of the newest archive; 0 if it is unknown. */
  private long lastArchived() throws IOException {
    List<Archives.Archive> archives = Archives.of(log);
    if (archives.isEmpty()) {
      return 0;
    }
    String newest = archives.get(archives.size() - 1).fileName();
    try {
      byte[] content =
          IndexFile.read(directory.of(newest, Owner.inode(log.resolveSibling(newest))));
      if (content.length == 0) {
        return 0;
      }
      EntryReader reader = new EntryReader(IndexHeader.read(content));
      return reader.read(content, IndexHeader.BYTES, Long.MAX_VALUE).millis();
    } catch (IOException e) {
      LOG.debug("last time before is not known archive={}", newest, e);
      return 0;
    }
  }

  /**
   * Returns the times of the lines of the active file or of an archive.
   *
   * @param view the view of the active file's index in memory
   * @param archive the archive's name; "" for the active file
   * @param inode the inode of the file; -1 if it is unknown
   */
  public FileTimes times(Optional<ActiveIndex.View> view, String archive, long inode)
      throws IOException {
    if (view.isPresent()) {
      try {
        return grow(new EntryReader(view.get().header()), view.get());
      } catch (NoSuchFileException gone) {
        LOG.debug("index was deleted, or its log was rotated index={}", view.get().path(), gone);
      }
    }
    Path path = path(archive, inode);
    byte[] content;
    try {
      content = FileAccess.read(path, 0, Integer.MAX_VALUE);
    } catch (NoSuchFileException none) {
      Path now = path(archive, inode);
      // The index gets another name soon after a rotation.
      return now.equals(path) ? FileTimes.NONE : times(view, archive, inode);
    }
    try {
      return entries(content, Long.MAX_VALUE).table();
    } catch (IOException e) {
      IndexDirectory.setAside(path, e.getMessage());
      return FileTimes.NONE;
    }
  }

  private Path path(String archive, long inode) throws IOException {
    if (!archive.isEmpty()) {
      return directory.of(archive, inode);
    }
    Path active = directory.active(name(), inode);
    return Files.exists(active) ? active : archived(inode).orElse(active);
  }

  /**
   * Returns the index of a file that was just rotated, because a reader may still read that file.
   */
  private Optional<Path> archived(long inode) throws IOException {
    for (Archives.Archive archive : Archives.of(log)) {
      if (!archive.compressed() && directory.inode(archive.fileName()) == inode) {
        return Optional.of(directory.archived(archive.fileName()));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the times of a file that is being written.
   *
   * @param before the result of the previous call
   */
  public static FileTimes grown(FileTimes before, ActiveIndex.View view) throws IOException {
    boolean same = before instanceof ChunkTable table && table.header().equals(view.header());
    return grow(same ? ((ChunkTable) before).source() : new EntryReader(view.header()), view);
  }

  private static FileTimes grow(EntryReader reader, ActiveIndex.View view) throws IOException {
    if (view.written() == 0 && view.pending().length == 0) {
      return FileTimes.NONE;
    }
    long known = reader.valid();
    if (known < view.written()) {
      int more = (int) (view.written() - known);
      byte[] written = FileAccess.read(view.path(), IndexHeader.BYTES + known, more);
      reader.read(written, 0, Long.MAX_VALUE);
    }
    if (reader.valid() >= view.written()) {
      int read = (int) (reader.valid() - view.written());
      reader.read(view.pending(), read, Long.MAX_VALUE);
      reader.peek(view.open());
      reader.table().endsAt(view.end());
    }
    return reader.table();
  }

  /** Gives the index of a new archive the archive's name. */
  void archived(Path archive) {
    try {
      Path path = directory.active(name(), Owner.inode(archive));
      if (Files.exists(path)) {
        Files.move(path, directory.archived(archive.getFileName().toString()));
      }
    } catch (IOException e) {
      LOG.debug("index gets its name later archive={}", archive, e);
    }
  }

  private String name() {
    return log.getFileName().toString();
  }

  @Override
  public String toString() {
    return directory + "/" + name();
  }
}
