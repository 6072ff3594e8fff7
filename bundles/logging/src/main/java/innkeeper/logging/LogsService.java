package innkeeper.logging;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.logging.capture.Capture;
import innkeeper.logging.capture.CapturePipeline;
import innkeeper.logging.capture.Captures;
import innkeeper.logging.capture.LogWriter;
import innkeeper.logging.reading.lines.Following;
import innkeeper.logging.reading.lines.IndexTimes;
import innkeeper.logging.reading.lines.LogCopy;
import innkeeper.logging.reading.lines.MainTimes;
import innkeeper.logging.reading.lines.RangeReader;
import innkeeper.logging.reading.lines.Segment;
import innkeeper.logging.reading.lines.SegmentTimes;
import innkeeper.logging.reading.lines.TailReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Reads logs for all other bundles. */
final class LogsService implements Logs {

  private static final long LISTENED_NANOS = 1_000_000_000L;
  private static final long POLLED_NANOS = 200_000_000L;

  private final Path dataDir;
  private final Captures captures;
  private final Optional<MainLog> main;
  private final Set<Following> followings = ConcurrentHashMap.newKeySet();

  LogsService(Path dataDir, Captures captures, Optional<MainLog> main) {
    this.dataDir = dataDir;
    this.captures = captures;
    this.main = main;
  }

  private Path path(String name) {
    if (name.equals(MAIN)) {
      return main.map(MainLog::path).orElse(dataDir.resolve("bot.log"));
    }
    if (!Captures.NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("no log can have the name " + name);
    }
    return captures.log(name);
  }

  private String relative(Path path) {
    return path.startsWith(dataDir) ? dataDir.relativize(path).toString() : path.toString();
  }

  @Override
  public Optional<LogStatus> status(String name) {
    if (name.equals(MAIN)) {
      return main.map(MainLog::status);
    }
    Path path = path(name);
    Optional<LogWriter> writer = captures.writer(name);
    if (writer.isEmpty() && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    String file = relative(path);
    long bytes = writer.map(LogWriter::bytes).orElse(0L);
    return captures
        .capture(name)
        .map(Capture::pipeline)
        .map(pipeline -> pipeline.counts().status(file, bytes))
        .or(() -> Optional.of(new LogStatus(file, bytes, 0, 0, 0, 0, Optional.empty())));
  }

  @Override
  public Tail tail(String name, int lines, List<String> places) throws IOException {
    if (lines < 1 || lines > 10_000) {
      throw new IllegalArgumentException("lines=" + lines + " is not in 1–10000");
    }
    Path path = path(name);
    boolean partial = partial(name);
    // The unfinished lines are read first: a line that ends meanwhile is then returned twice
    // instead of being lost.
    List<String> shown = unfinished(name);
    return Segment.read(
        path,
        () -> ours(name),
        segments ->
            TailReader.read(relative(path), segments, times(name), lines, partial, places)
                .withUnfinished(shown));
  }

  private interface Reading<T> {
    T of(RangeReader reader) throws IOException;
  }

  private <T> T reading(String name, Reading<T> reading) throws IOException {
    Path path = path(name);
    boolean partial = partial(name);
    return Segment.read(
        path,
        () -> ours(name),
        segments -> reading.of(new RangeReader(segments, times(name), partial)));
  }

  /** Returns all files of a log, oldest first. */
  List<Segment> segments(String name) throws IOException {
    return Segment.of(path(name), ours(name));
  }

  SegmentTimes times(String name) {
    if (name.equals(MAIN)) {
      return new MainTimes();
    }
    // The writer is looked up for each call, because a follower may exist before the log does.
    return new IndexTimes(
        captures.index(name), inode -> captures.writer(name).flatMap(w -> w.index().view(inode)));
  }

  @Override
  public LogRange read(String name, LogQuery query) throws IOException {
    return reading(name, reader -> reader.read(query));
  }

  @Override
  public String positionAt(String name, Instant time) throws IOException {
    return reading(name, reader -> reader.positionAt(time));
  }

  @Override
  public Optional<Instant> oldest(String name) throws IOException {
    return reading(name, RangeReader::oldest);
  }

  /** Returns whether a last line without a line end counts as a line. */
  private boolean partial(String name) {
    return captures.writer(name).map(w -> w.partial() || !writing(name)).orElse(true);
  }

  private List<String> unfinished(String name) {
    return captures
        .capture(name)
        .map(Capture::pipeline)
        .map(CapturePipeline::unfinished)
        .orElse(List.of());
  }

  /**
   * Returns the inode of the file that the writer has open, so that a second name does not make it
   * another file; -1 without a writer.
   */
  private long ours(String name) {
    return captures.writer(name).map(w -> w.file().inode()).orElse(-1L);
  }

  private boolean writing(String name) {
    return captures.capture(name).isPresent();
  }

  @Override
  public AutoCloseable follow(String name, String cursor, Follower follower) throws IOException {
    Path path = path(name);
    String from =
        RangeReader.isPosition(cursor) ? reading(name, log -> log.cursor(cursor)) : cursor;
    Optional<LogWriter> writer = captures.writer(name);
    Following[] self = new Following[1];
    Runnable more = () -> self[0].more();
    Runnable ended =
        () -> {
          writer.ifPresent(w -> w.unlisten(more));
          followings.remove(self[0]);
        };
    Following following =
        new Following(
            name,
            path,
            () -> ours(name),
            follower,
            () -> unfinished(name),
            times(name),
            writer.isPresent() ? LISTENED_NANOS : POLLED_NANOS,
            ended);
    self[0] = following;
    followings.add(following);
    writer.ifPresent(w -> w.listen(more));
    try {
      following.start(from);
    } catch (IOException e) {
      ended.run();
      throw e;
    }
    return following;
  }

  @Override
  public void copyTo(String name, OutputStream out) throws IOException {
    new LogCopy(out).run(path(name), () -> ours(name));
  }

  @Override
  public CompletableFuture<Void> drained(String name) {
    Optional<Capture> capture = captures.capture(name).or(() -> captures.look(name));
    return capture.map(Capture::drained).orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  void close() {
    List.copyOf(followings).forEach(Following::close);
  }
}
