package innkeeper.logging.reading.search;

import innkeeper.api.log.LogSearch.Match;
import innkeeper.logging.reading.lines.Segment;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search of one file, which is found again if it was compressed meanwhile.
 *
 * @param ended an upper bound for the time of its last line
 * @param bytes the size on disk
 */
record FileTask(Instant ended, long bytes, Segment segment, Listing listing, Opening opening)
    implements Callable<FileTask.Result> {

  private static final Logger LOG = LoggerFactory.getLogger(FileTask.class);
  private static final int TRIES = 3;

  /** Returns the present files of the log. */
  interface Listing {
    List<Segment> now() throws IOException;
  }

  interface Opening {
    FileSearch of(Segment segment) throws IOException;
  }

  /** The matches, newest first, and whether the file was read to its end. */
  record Result(List<Match> matches, boolean readable) {}

  @Override
  public Result call() throws IOException {
    Segment now = segment;
    for (int i = 0; i < TRIES; i++) {
      FileSearch search = opening.of(now);
      try {
        search.run();
        return new Result(search.matches(), true);
      } catch (NoSuchFileException compressed) {
        long seq = now.seq();
        List<Segment> same = listing.now().stream().filter(s -> s.seq() == seq).toList();
        if (same.isEmpty()) {
          break; // the archive was deleted
        }
        now = same.get(0);
      } catch (IOException e) {
        LOG.debug("search skips the rest of a file file={}", now.path(), e);
        return new Result(search.matches(), false);
      }
    }
    return new Result(List.of(), true);
  }
}
