package innkeeper.rotation;

import innkeeper.rotation.disk.ByteFormat;
import innkeeper.rotation.disk.NewFileProbe;
import innkeeper.rotation.disk.Space;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The health check {@code disk:free}: the disks have enough space for the host's files. */
@Component(immediate = true, property = HealthCheck.NAME + "=disk:free")
public final class DiskFreeCheck implements HealthCheck {

  private final RotationHealth rotationHealth;
  private final NewFileProbe files = new NewFileProbe(System::nanoTime);

  @Activate
  public DiskFreeCheck(@Reference RotationHealth rotationHealth) {
    this.rotationHealth = rotationHealth;
  }

  @Override
  public Result execute() {
    ResultLog log = new ResultLog();
    Map.Entry<Path, Space.Reading> worst = null;
    for (Map.Entry<Path, Space.Reading> disk : rotationHealth.disks().entrySet()) {
      Optional<String> fault = files.fault(disk.getKey());
      if (fault.isPresent()) {
        return noFile(disk.getKey(), fault.get());
      }
      if (worst == null || margin(disk.getValue()) < margin(worst.getValue())) {
        worst = disk;
      }
    }
    if (worst == null) {
      return new Result(
          Result.Status.WARN, "none of the host's directories exists, so no disk was checked");
    }
    Space.Reading reading = worst.getValue();
    Result.Status status =
        reading.full()
            ? Result.Status.CRITICAL
            : reading.low() ? Result.Status.WARN : Result.Status.OK;
    add(log, status, sentence(status, worst.getKey()));
    add(
        log,
        status,
        "value: "
            + ByteFormat.words(reading.usableBytes())
            + " free of "
            + ByteFormat.words(reading.totalBytes()));
    add(log, status, "limit: at least " + ByteFormat.words(reading.minimumBytes()));
    if (status != Result.Status.OK) {
      add(log, status, "fix: free space on that disk; a waiting writer then continues by itself");
    }
    return new Result(log);
  }

  private static Result noFile(Path directory, String fault) {
    ResultLog log = new ResultLog();
    Result.Status status = Result.Status.CRITICAL;
    add(log, status, "disk-full: no file can be made in " + directory + ": " + fault);
    add(log, status, "limit: logs can rotate");
    add(log, status, "fix: df -i " + directory + " shows files left; remove some on that disk");
    return new Result(log);
  }

  private static String sentence(Result.Status status, Path directory) {
    return switch (status) {
      case OK -> "there is room";
      case WARN ->
          "the disk of " + directory.getFileName() + " runs low, old archives are given up";
      default ->
          "disk-full: the disk of "
              + directory.getFileName()
              + " is full; a server waits when its log cannot be written";
    };
  }

  private static long margin(Space.Reading reading) {
    return reading.usableBytes() - reading.minimumBytes();
  }

  private static void add(ResultLog log, Result.Status status, String text) {
    log.add(new ResultLog.Entry(status, text));
  }
}
