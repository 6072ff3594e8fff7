package innkeeper.logging.reading.search;

import innkeeper.api.log.LogSearch;
import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecords;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.reading.lines.Segment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** Searches logs for all other bundles. */
public final class SearchService implements LogSearch {

  private final LogFiles files;
  private final LogRecords records;

  /** Finds the files of logs, and their redaction. */
  public interface LogFiles {

    /**
     * Returns the files of a log, oldest first.
     *
     * @throws IllegalArgumentException if the name is not valid for a log
     */
    List<Segment> segments(String name) throws IOException;

    FileTimes times(String name, Segment segment) throws IOException;

    LogRedaction redaction(String name);
  }

  public SearchService(LogFiles files, LogRecords records) {
    this.files = files;
    this.records = records;
  }

  @Override
  public Progress search(Query query, Listener listener) throws IOException, InterruptedException {
    List<FileTask> tasks = new ArrayList<>();
    AtomicBoolean cancelled = new AtomicBoolean();
    LineMatcher matcher = matcher(query); // rejects a bad pattern before a file is opened
    for (String name : query.names()) {
      for (Segment segment : files.segments(name)) {
        if (mayHold(segment, query)) {
          tasks.add(task(name, segment, query, matcher, cancelled));
        }
      }
    }
    tasks.sort(Comparator.comparing(FileTask::ended).reversed());
    try (SearchRun run = new SearchRun(tasks, query, listener)) {
      return run.run();
    } finally {
      cancelled.set(true);
    }
  }

  @Override
  public LineFilter filter(Query query) {
    LineMatcher matcher = matcher(query);
    Predicate<String> text =
        line -> {
          byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
          return matcher.find(bytes, 0, bytes.length) >= 0;
        };
    return query
        .level()
        .<LineFilter>map(
            least -> new RecordFilter(records, least, query.byLevelAlone() ? line -> true : text))
        .orElse(lines -> lines.stream().filter(line -> text.test(line.line())).toList());
  }

  /**
   * Returns whether a file may contain matches; a file that was rotated before the query's time
   * contains none.
   */
  private static boolean mayHold(Segment segment, Query query) {
    return query
        .from()
        .flatMap(from -> segment.rotatedAt().map(at -> !at.isBefore(from)))
        .orElse(true);
  }

  private FileTask task(
      String name, Segment segment, Query query, LineMatcher matcher, AtomicBoolean cancelled)
      throws IOException {
    Instant ended = segment.rotatedAt().orElse(Instant.MAX);
    return new FileTask(
        ended,
        Files.exists(segment.path()) ? Files.size(segment.path()) : 0,
        segment,
        () -> files.segments(name),
        now ->
            new FileSearch(
                new SearchedFile(
                    name,
                    now,
                    files.times(name, now),
                    query,
                    matcher,
                    records,
                    files.redaction(name),
                    cancelled::get)));
  }

  private LineMatcher matcher(Query query) {
    if (!query.text().isEmpty()) {
      return new SeenMatcher(new TextMatcher(query.text().getBytes(StandardCharsets.UTF_8)));
    }
    if (!query.pattern().isEmpty()) {
      return new SeenMatcher(PatternMatcher.of(query.pattern()));
    }
    return query
        .level()
        .filter(least -> least != LogLevel.DEBUG) // each line has at least this level
        .<LineMatcher>map(least -> new LevelMatcher(records, least))
        .orElse(LineMatcher.EVERY);
  }
}
