package innkeeper.logging.reading.lines;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.PositionGoneException;
import innkeeper.api.log.TimedLine;
import innkeeper.logging.index.FileTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads lines by position and time, across the files of a log. */
public final class RangeReader {

  private final List<Segment> segments;
  private final SegmentTimes times;
  private final boolean partial;
  private final List<TimedLine> lines = new ArrayList<>();
  private long room;
  private boolean more;
  private String next = "";

  /**
   * Creates a reader for one query.
   *
   * @param segments oldest first
   * @param partial whether a last line without an end counts as a line
   */
  public RangeReader(List<Segment> segments, SegmentTimes times, boolean partial) {
    this.segments = segments;
    this.times = times;
    this.partial = partial;
  }

  private record Place(int segment, long offset) {}

  /**
   * Reads the lines of a query.
   *
   * @throws PositionGoneException if the position's file was deleted
   */
  public LogRange read(LogQuery query) throws IOException {
    next = query.position();
    room = query.bytes();
    boolean forward = query.direction() == LogQuery.Direction.FORWARD;
    Optional<Place> place = Optional.empty();
    if (!query.position().isEmpty()) {
      place = Optional.of(place(Position.parse(query.position())));
    }
    int first = query.from().isPresent() ? lastBefore(query.from().get()) : 0;
    int last = query.to().isPresent() ? lastBefore(query.to().get()) : segments.size() - 1;
    if (forward) {
      first = Math.max(first, place.map(Place::segment).orElse(0));
      for (int i = first; i <= last && !more; i++) {
        int at = i;
        long from = place.filter(p -> p.segment == at).map(Place::offset).orElse(0L);
        forward(query, i, from);
      }
    } else {
      last = Math.min(last, place.map(Place::segment).orElse(segments.size() - 1));
      for (int i = last; i >= first && !more; i--) {
        int at = i;
        long to =
            place.filter(p -> p.segment == at).map(Place::offset).orElse(SegmentLines.MOST_OFFSET);
        backward(query, i, to);
      }
      Collections.reverse(lines);
    }
    return new LogRange(lines, next.isEmpty() ? end() : next, more);
  }

  private void forward(LogQuery query, int segment, long from) throws IOException {
    FileTimes file = times.of(segments.get(segment));
    SegmentLines reader = reader(query, segment, file);
    reader.forward(
        from,
        Math.min(SegmentLines.MOST_OFFSET, file.end()),
        found -> {
          if (!takes(query, reader, found)) {
            return false;
          }
          next = new Position(segments.get(segment).seq(), file.id(), found.after()).text();
          return true;
        });
  }

  private void backward(LogQuery query, int segment, long to) throws IOException {
    FileTimes file = times.of(segments.get(segment));
    SegmentLines reader = reader(query, segment, file);
    long low = query.from().map(file::lower).orElse(0L);
    long high = Math.min(to, file.end());
    high = Math.min(high, query.to().map(file::upper).orElse(high));
    long unread = query.bytes() < LogQuery.MOST_BYTES ? query.bytes() : Long.MAX_VALUE;
    while (low < high && !more) {
      FileTimes.Part part = part(query, segment, file, high);
      unread -=
          reader.backward(
              part.from(),
              part.to(),
              found -> {
                if (!takes(query, reader, found)) {
                  return false;
                }
                next = reader.position(found);
                return true;
              });
      high = part.from();
      if (unread < 0 && low < high && !more) {
        // These parts have few lines of the stream.
        more = true;
        next = new Position(segments.get(segment).seq(), file.id(), high).text();
      }
    }
  }

  /** Returns the last part of a file in which lines may match; the bytes after it are skipped. */
  private FileTimes.Part part(LogQuery query, int segment, FileTimes file, long high) {
    FileTimes.Part part =
        query.stream().map(s -> file.last(s, high)).orElse(new FileTimes.Part(0, high));
    // A compressed file is decompressed from its beginning, so it is read once.
    return segments.get(segment).compressed() && part.to() > 0
        ? new FileTimes.Part(0, part.to())
        : part;
  }

  private SegmentLines reader(LogQuery query, int segment, FileTimes file) {
    Segment read = segments.get(segment);
    return new SegmentLines(read, file, query, partial || !read.active());
  }

  private boolean takes(LogQuery query, SegmentLines reader, SegmentLines.Found found) {
    if (lines.size() == query.most() || room < found.size() && !lines.isEmpty()) {
      more = true;
      return false;
    }
    lines.add(reader.line(found));
    room -= found.size();
    return true;
  }

  /**
   * Returns the last file that may contain lines from before that time; the first file if none
   * does.
   */
  private int lastBefore(Instant time) throws IOException {
    int low = 0;
    int high = segments.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (begins(middle).isBefore(time)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return Math.min(low, segments.size() - 1);
  }

  /** Returns the time of a file's first line, as exactly as it is known. */
  private Instant begins(int segment) throws IOException {
    Optional<Instant> known = times.of(segments.get(segment)).first();
    if (known.isPresent() || segment == 0) {
      return known.orElse(Instant.MIN);
    }
    return segments.get(segment - 1).rotatedAt().orElse(Instant.MIN);
  }

  /**
   * Returns the position of the first line of that time or later; the end if no such line exists.
   */
  public String positionAt(Instant time) throws IOException {
    LogQuery query = LogQuery.after("", 1).between(Optional.of(time), Optional.empty());
    LogRange found = read(query);
    return found.lines().isEmpty() ? end() : found.lines().get(0).position();
  }

  private String end() throws IOException {
    if (segments.isEmpty()) {
      return new Position(1, 0, 0).text();
    }
    Segment last = segments.get(segments.size() - 1);
    long end = last.compressed() ? 0 : Files.size(last.path());
    return new Position(last.seq(), times.of(last).id(), end).text();
  }

  /** Returns the time of the oldest line whose time is known. */
  public Optional<Instant> oldest() throws IOException {
    for (Segment segment : segments) {
      Optional<Instant> first = times.of(segment).first();
      if (first.isPresent()) {
        return first;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the cursor of a follower that continues from a position.
   *
   * @throws PositionGoneException if the position's file was deleted
   */
  public String cursor(String position) throws IOException {
    Position from = Position.parse(position);
    if (segments.isEmpty() && from.offset() == 0) {
      return Cursor.START.text();
    }
    Place place = place(from);
    Segment segment = segments.get(place.segment());
    return new Cursor(segment.seq(), place.offset(), segment.inode()).text();
  }

  /** Returns whether a text is a position, and not a follower's cursor. */
  public static boolean isPosition(String text) {
    return Position.is(text);
  }

  private Place place(Position position) throws IOException {
    int found = byNumber(position);
    if (found < 0 && position.id() != 0) {
      found = byId(position.id());
    }
    if (found < 0) {
      throw gone(position);
    }
    Segment segment = segments.get(found);
    if (!segment.compressed() && position.offset() > Files.size(segment.path())) {
      throw gone(position);
    }
    return new Place(found, position.offset());
  }

  private int byNumber(Position position) throws IOException {
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      if (segment.seq() == position.seq()) {
        FileTimes file = times.of(segment);
        boolean lost = position.id() == 0 || file.id() == 0 || file.renewed();
        return file.id() == position.id() || lost ? i : -1;
      }
    }
    // A log that had no file yet now begins with this file.
    boolean first = position.equals(new Position(1, 0, 0)) && !segments.isEmpty();
    return first ? 0 : -1;
  }

  /**
   * Finds a file by its id, because all archives may have been deleted and the numbering may have
   * started again.
   */
  private int byId(int id) throws IOException {
    for (int i = segments.size() - 1; i >= 0; i--) {
      if (times.of(segments.get(i)).id() == id) {
        return i;
      }
    }
    return -1;
  }

  private PositionGoneException gone(Position position) throws IOException {
    String kept = oldest().map(at -> "; what is kept begins at " + at).orElse("");
    return new PositionGoneException(
        "position=" + position.text() + " is in a file that was deleted" + kept);
  }
}
