package innkeeper.logging.search;

import innkeeper.api.log.LogSearch.Match;
import innkeeper.api.log.LogSearch.Query;
import innkeeper.logging.index.FileTimes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches one file of a log from its end: a quick pass tells where the last lines are that may
 * match, a thorough one looks at these, until there are enough.
 */
final class FileSearch {

  /** Lines that turn out not to match cost passes, so each takes more of them. */
  private static final int GROWTH = 8;

  private static final int MOST_CANDIDATES = 1 << 20;

  private final SearchedFile file;

  /** Newest first. */
  private final List<Match> matches = new ArrayList<>();

  FileSearch(SearchedFile file) {
    this.file = file;
  }

  /** The newest matches, newest first. */
  List<Match> matches() {
    return matches;
  }

  /**
   * Returns when there are enough matches, all was read, or it is cancelled.
   *
   * @throws IOException why the rest of the file cannot be read; what lies before was searched
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
