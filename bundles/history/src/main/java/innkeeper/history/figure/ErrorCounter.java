package innkeeper.history.figure;

import innkeeper.api.log.LogStatus;
import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Counts the error records among the lines that a log has got since the last call. It reads the end
 * of the active file itself, because the log's reader searches all archives first. For a hundred
 * logs every five seconds, that would cost a second a minute. The read is bounded; if more was
 * written, or the log was rotated meanwhile, the count is extrapolated.
 */
final class ErrorCounter {

  /** The maximum number of bytes that are read in full. */
  private static final int BUDGET_BYTES = 256 * 1024;

  /** The number of bytes that are read if there are more, so that a fast log costs little. */
  private static final int SAMPLE_BYTES = 64 * 1024;

  private final Supplier<Optional<LogRecords>> records;
  private final Path dataDir;

  /**
   * @param records empty while the logging bundle is away
   */
  ErrorCounter(Supplier<Optional<LogRecords>> records, Path dataDir) {
    this.records = records;
    this.dataDir = dataDir;
  }

  /**
   * Returns how many error records those bytes hold.
   *
   * @param status of the log now
   * @param added how many bytes the log has got since the last call; more than 0
   * @return NaN if the number is unknown
   */
  double count(LogStatus status, long added) throws IOException {
    int most = added > BUDGET_BYTES ? SAMPLE_BYTES : BUDGET_BYTES;
    int wanted = (int) Math.min(Math.min(added, status.bytes()), most);
    Optional<LogRecords> service = records.get();
    if (wanted == 0 || service.isEmpty()) {
      return Double.NaN;
    }
    long from = status.bytes() - wanted;
    String text = read(dataDir.resolve(status.file()), from, wanted);
    // If the text does not begin with the first new byte, it may begin within a line.
    int begin = wanted < added && from > 0 ? text.indexOf('\n') + 1 : 0;
    List<String> lines = Arrays.asList(text.substring(begin).split("\n"));
    return count(service.get().assembler(), lines) * ((double) added / wanted);
  }

  private static long count(RecordAssembler assembler, List<String> lines) {
    Stream<LogRecord> records = lines.stream().flatMap(line -> assembler.add(line).stream());
    return records.filter(ErrorCounter::error).count()
        + assembler.end().filter(ErrorCounter::error).stream().count();
  }

  private static boolean error(LogRecord record) {
    return record.level() == LogLevel.ERROR;
  }

  private static String read(Path file, long from, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      channel.position(from);
      int read = 0;
      // A file that was rotated meanwhile ends early.
      while (read >= 0 && buffer.hasRemaining()) {
        read = channel.read(buffer);
      }
    }
    return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
  }
}
