package innkeeper.logging.reading.search;

import innkeeper.api.log.LogSearch.Match;
import innkeeper.api.log.LogSearch.Query;
import innkeeper.logging.index.FileTimes;
import java.io.IOException;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

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
  private final NavigableMap<Long, Match> matches = new TreeMap<>();

  FileSearch(SearchedFile file) {
    this.file = file;
  }

  /** Returns the newest matches, newest first. */
  List<Match> matches() {
    return matches.descendingMap().values().stream().limit(file.query().limit()).toList();
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
    if (lower >= upper) {
      return;
    }
    // A record within the bounds can have lines outside, and get its level from them.
    long margin = file.wholeRecords() ? RecordLines.BEFORE : 0;
    long begin = Math.max(0, lower - margin);
    long end = upper > Long.MAX_VALUE - margin ? upper : upper + margin;
    int most = query.limit();
    IOException failure = null;
    while (begin < upper
        && matches.tailMap(upper).size() < query.limit()
        && !file.cancelled().getAsBoolean()) {
      Candidates candidates = new Candidates(most);
      candidates.find(file, begin, upper, end);
      failure = failure == null ? candidates.failure() : failure;
      if (candidates.isEmpty()) {
        break;
      }
      long first = candidates.first();
      Part part = new Part(lower, Math.min(first, upper), upper, end);
      matches.putAll(new PartSearch(file, part).run());
      upper = candidates.overflown() ? first : begin;
      end = upper;
      most = Math.min(MOST_CANDIDATES, most * GROWTH);
    }
    if (failure != null) {
      throw failure;
    }
  }
}
