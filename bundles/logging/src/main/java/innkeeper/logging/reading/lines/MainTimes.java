package innkeeper.logging.reading.lines;

import innkeeper.logging.index.FileTimes;
import innkeeper.logging.index.LineTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The times of bot.log, whose lines begin with their time. The beginning of the first line is the
 * file's id.
 */
public final class MainTimes implements SegmentTimes {

  private static final Logger LOG = LoggerFactory.getLogger(MainTimes.class);
  private static final String BEGIN = "{\"ts\":\"";
  private static final int MOST = BEGIN.length() + 40;
  private static final int ENOUGH = 128;

  private final Map<Long, FileTimes> files = new HashMap<>();

  @Override
  public FileTimes of(Segment segment) throws IOException {
    FileTimes known = files.get(segment.seq());
    if (known == null) {
      byte[] begin;
      try (InputStream in = segment.stream()) {
        begin = in.readNBytes(ENOUGH);
      } catch (NoSuchFileException rotated) {
        throw rotated;
      } catch (IOException e) {
        LOG.debug("first line's time is not known file={}", segment.path(), e);
        begin = new byte[0];
      }
      known = times(begin);
      files.put(segment.seq(), known);
    }
    return known;
  }

  private static FileTimes times(byte[] begin) {
    CRC32 crc = new CRC32();
    crc.update(begin);
    int id = begin.length < ENOUGH ? 0 : (int) crc.getValue();
    Optional<Instant> first = time(begin, 0, begin.length);
    return new FileTimes() {
      @Override
      public int id() {
        return id;
      }

      @Override
      public Cursor cursor() {
        return (offset, bytes, from, to) ->
            new LineTime(time(bytes, from, to), Optional.empty(), false);
      }

      @Override
      public Optional<Instant> first() {
        return first;
      }
    };
  }

  private static Optional<Instant> time(byte[] bytes, int from, int to) {
    String begin = new String(bytes, from, Math.min(to - from, MOST), StandardCharsets.ISO_8859_1);
    int end = begin.indexOf('"', BEGIN.length());
    if (!begin.startsWith(BEGIN) || end < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.parse(begin.substring(BEGIN.length(), end)));
    } catch (DateTimeException none) {
      return Optional.empty();
    }
  }
}
