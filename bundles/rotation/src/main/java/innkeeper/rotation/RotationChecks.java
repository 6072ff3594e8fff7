package innkeeper.rotation;

import innkeeper.common.text.Amounts;
import innkeeper.common.time.IsoTime;
import innkeeper.rotation.disk.NewFileProbe;
import innkeeper.rotation.disk.Space;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;

/** The health checks of rotation. */
final class RotationChecks {

  private final NewFileProbe files = new NewFileProbe(System::nanoTime);

  /**
   * Checks that the disks have enough space for the host's files.
   *
   * @param disks the readings by one directory of each disk
   */
  Result diskFree(Map<Path, Space.Reading> disks) {
    for (Path directory : disks.keySet()) {
      Optional<String> fault = files.fault(directory);
      if (fault.isPresent()) {
        return result(
            Result.Status.CRITICAL,
            "disk-full: no file can be made in " + directory + ": " + fault.get(),
            "limit: logs can rotate",
            "fix: df -i " + directory + " shows files left; remove some on that disk");
      }
    }
    Optional<Map.Entry<Path, Space.Reading>> worst =
        disks.entrySet().stream()
            .min(
                Comparator.comparingLong(
                    disk -> disk.getValue().usableBytes() - disk.getValue().minimumBytes()));
    if (worst.isEmpty()) {
      return new Result(
          Result.Status.WARN, "none of the host's directories exists, so no disk was checked");
    }
    Space.Reading reading = worst.get().getValue();
    Path name = worst.get().getKey().getFileName();
    String value =
        "value: "
            + Amounts.bytes(reading.usableBytes())
            + " free of "
            + Amounts.bytes(reading.totalBytes());
    String limit = "limit: at least " + Amounts.bytes(reading.minimumBytes());
    String fix = "fix: free space on that disk; a waiting writer then continues by itself";
    if (reading.full()) {
      String sentence =
          "disk-full: the disk of %s is full; a server waits when its log cannot be written";
      return result(Result.Status.CRITICAL, sentence.formatted(name), value, limit, fix);
    }
    if (reading.low()) {
      String sentence = "the disk of " + name + " runs low, old archives are given up";
      return result(Result.Status.WARN, sentence, value, limit, fix);
    }
    return result(Result.Status.OK, "there is room", value, limit);
  }

  private static Result result(Result.Status status, String... lines) {
    ResultLog log = new ResultLog();
    Stream.of(lines).forEach(line -> log.add(new ResultLog.Entry(status, line)));
    return new Result(log);
  }

  /**
   * Checks that every log rotates in time.
   *
   * @param failures the failures of the logs that could not rotate, by the name of the log
   */
  static Result rollovers(Map<String, BackOff.Failure> failures) {
    if (failures.isEmpty()) {
      return new Result(Result.Status.OK, "every log rotates when it is due");
    }
    BackOff.Failure first = List.copyOf(failures.values()).get(0);
    FormattingResultLog log = new FormattingResultLog();
    log.warn("{}; nothing is lost, the log grows", first.message());
    log.info("value: {} stuck: {}", failures.size(), String.join(", ", failures.keySet()));
    log.info("limit: 0");
    log.info(
        "fix: do what the sentence asks for; rotation is tried again each second, since {}",
        IsoTime.text(first.since()));
    return new Result(log);
  }
}
