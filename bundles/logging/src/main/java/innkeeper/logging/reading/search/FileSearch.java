package innkeeper.logging.reading.search;

import innkeeper.api.log.LogSearch.Match;
import innkeeper.api.log.LogSearch.Query;
import innkeeper.logging.index.FileTimes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches one file of a log from its end. A quick pass finds the last lines that may match, and a
 * thorough pass checks them. Both are repeated until there are enough matches.
 */
final class FileSearch {

  /**
   * The growth of the candidates per pass, because lines that do not match after all cost further
   * passes.
   */
  private static final int GROWTH = 8;

  private static final int MOST_CANDIDATES = 1 << 20;

  private final SearchedFile file;

  /** The matches, newest first. */
  private final List<Match> matches = new ArrayList<>();

  FileSearch(SearchedFile file) {
    this.file = file;
  }

  /** Returns the newest matches, newest first. */
  List<Match> matches() {
    return matches;
  }

  /**
   * Searches until there are enough matches, the whole file is read, or the search is cancelled.
   *
   * @throws IOException with the reason why the rest of the file cannot be read; the bytes before
   *     it were searched
   */
  void run() throws IOException {
    Query query = file.query();
    FileTimes times = file.times();
    long lower = query.from().map(times::lower).orElse(0L);
    long upper = query.to().map(times::upper).orElse(Long.MAX_VALUE);
    int most = query.limit();
    IOException failure = null;
    while (lower < upper && matches.size() < query.limit() && !file.cancelled().getAsBoolean()) {
      Candidates candidates = new Candidates(most);
      candidates.find(file, lower, upper);
      failure = failure == null ? candidates.failure() : failure;
      if (candidates.isEmpty()) {
        break;
      }
      long first = candidates.first();
      matches.addAll(new PartSearch(file).run(first, upper));
      upper = candidates.overflown() ? first : lower;
      most = Math.min(MOST_CANDIDATES, most * GROWTH);
    }
    if (failure != null) {
      throw failure;
    }
  }
}
