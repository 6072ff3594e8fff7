package innkeeper.logging.reading.lines;

import innkeeper.logging.file.Owner;
import innkeeper.logging.index.ActiveIndex;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.index.IndexFiles;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;

/** The times of a project's log, for one reader: each index is read once. */
public final class IndexTimes implements SegmentTimes {

  private static final int TRIES = 50;
  private static final long PAUSE_NANOS = 1_000_000;

  private final IndexFiles files;
  private final LongFunction<Optional<ActiveIndex.View>> active;
  private final Map<Long, FileTimes> whole = new HashMap<>();

  /**
   * Creates the times of one log.
   *
   * @param active returns a writer's view in memory of the index of the file with that inode
   */
  public IndexTimes(IndexFiles files, LongFunction<Optional<ActiveIndex.View>> active) {
    this.files = files;
    this.active = active;
  }

  @Override
  public FileTimes of(Segment segment) throws IOException {
    FileTimes known = whole.get(segment.seq());
    if (known == null) {
      known = files.times(view(segment), archive(segment), inode(segment));
      whole.put(segment.seq(), known);
    }
    return known;
  }

  @Override
  public FileTimes grown(Segment segment, FileTimes before, long until) throws IOException {
    if (!segment.active() && before != FileTimes.NONE) {
      return before;
    }
    Optional<ActiveIndex.View> view = view(segment);
    for (int i = 0; view.isPresent() && view.get().end() < until && i < TRIES; i++) {
      // The reader saw the lines before they were in the index.
      LockSupport.parkNanos(this, PAUSE_NANOS);
      view = view(segment);
    }
    try {
      return view.isPresent()
          ? IndexFiles.grown(before, view.get())
          : files.times(view, archive(segment), inode(segment));
    } catch (NoSuchFileException rotated) {
      return files.times(Optional.empty(), archive(segment), inode(segment));
    }
  }

  /**
   * Returns the writer's view of a file's index. An archive may still be the writer's file: it was
   * linked and not replaced yet.
   */
  private Optional<ActiveIndex.View> view(Segment segment) {
    return segment.inode() < 0 ? Optional.empty() : active.apply(segment.inode());
  }

  private static String archive(Segment segment) {
    return segment.active() ? "" : segment.path().getFileName().toString();
  }

  /**
   * Returns the inode of an uncompressed file, because only that inode is the one that the writer
   * knew.
   */
  private static long inode(Segment segment) throws IOException {
    if (segment.compressed() || segment.inode() >= 0) {
      return segment.compressed() ? -1 : segment.inode();
    }
    try {
      return Owner.inode(segment.path());
    } catch (NoSuchFileException compressed) {
      return -1;
    }
  }
}
