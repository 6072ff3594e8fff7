package innkeeper.admin.outlook;

import innkeeper.api.json.JsonForm;
import innkeeper.api.rotation.Rotator;
import innkeeper.common.text.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A forecast of when the logs reach their cap, with the projects that write most. */
public record DiskOutlook(
    @JsonForm("One sentence.") String outlook,
    @JsonForm("What archives of all logs take now.") long archiveBytes,
    @JsonForm("LOG_TOTAL_BYTES.") long capBytes,
    @JsonForm("What archives take in the end by limits of their logs; null while no pace is known.")
        OptionalLong mostBytes,
    @JsonForm(
            "When archives reach the cap if compression saved nothing; null for never, or unknown.")
        Optional<Instant> reachesCapAt,
    @JsonForm("Free bytes of the disk that DATA_DIR is on; null if it is not known.")
        OptionalLong diskFreeBytes,
    @JsonForm("When logs fill that disk before they reach the cap; null for never, or unknown.")
        Optional<Instant> diskFullAt,
    @JsonForm("What is written to all logs, at the pace of the last day; null if unknown.")
        OptionalLong bytesPerDay,
    @JsonForm("At most three, the fastest first; empty while no pace is known.")
        List<Writer> writers) {

  private static final int MOST_WRITERS = 3;
  private static final double DAY = 86_400;

  /** A project that writes much to its log. */
  @JsonForm(name = "LogWriterPace")
  public record Writer(
      String channelId,
      String name,
      long bytesPerDay,
      @JsonForm("Of what all projects write, 0 to 1.") double share,
      @JsonForm("Its log with archives, on disk.") long logBytes,
      @JsonForm("How many days of lines its log keeps at this pace.") double keepsDays) {}

  /**
   * The rate of one project's log.
   *
   * @param rate bytes a second
   * @param maxFiles the number of its archives that are kept
   */
  record Pace(String channelId, String name, double rate, int maxFiles) {}

  /**
   * Computes the forecast from limits and rates.
   *
   * @param paces empty while no rate is known
   * @param maxAge the greatest age of an archive; zero for no limit
   */
  static DiskOutlook of(
      List<Rotator.Status> logs,
      List<Pace> paces,
      long cap,
      Duration maxAge,
      OptionalLong free,
      Instant now) {
    Map<String, Pace> byName =
        paces.stream().collect(Collectors.toMap(Pace::name, Function.identity()));
    long archived = logs.stream().mapToLong(Rotator.Status::archiveBytes).sum();
    if (paces.isEmpty()) {
      return new DiskOutlook(
          "When archives reach their cap is not known yet: no pace of ten minutes was measured.",
          archived,
          cap,
          OptionalLong.empty(),
          Optional.empty(),
          free,
          Optional.empty(),
          OptionalLong.empty(),
          List.of());
    }
    List<ArchiveGrowth.Log> growing = new ArrayList<>();
    for (Rotator.Status log : logs) {
      Pace pace = byName.get(log.name());
      double rate = pace == null ? 0 : pace.rate();
      double byFiles =
          pace == null ? log.archiveBytes() : (double) pace.maxFiles() * log.maxBytes();
      double byAge = maxAge.isZero() ? byFiles : rate * maxAge.toSeconds();
      growing.add(new ArchiveGrowth.Log(log.archiveBytes(), Math.min(byFiles, byAge), rate));
    }
    ArchiveGrowth growth = new ArchiveGrowth(growing);
    Optional<Instant> capAt = growth.until(cap, now);
    long room = archived + free.orElse(cap);
    Optional<Instant> fullAt = room < cap ? growth.until(room, now) : Optional.empty();
    double all = paces.stream().mapToDouble(Pace::rate).sum();
    return new DiskOutlook(
        sentence(capAt, fullAt, Math.round(growth.most()), cap, now),
        archived,
        cap,
        OptionalLong.of(Math.round(growth.most())),
        capAt,
        free,
        fullAt,
        OptionalLong.of(Math.round(all * DAY)),
        writers(logs, paces, all));
  }

  private static String sentence(
      Optional<Instant> capAt, Optional<Instant> fullAt, long most, long cap, Instant now) {
    String limit = Amounts.bytes(cap);
    if (fullAt.isPresent()) {
      return "Archives fill the disk in "
          + Amounts.span(Duration.between(now, fullAt.get()))
          + " at the earliest, before they reach their cap of "
          + limit
          + ".";
    }
    if (capAt.isEmpty()) {
      return "Archives stay below their cap: by limits of their logs they take at most "
          + Amounts.bytes(most)
          + " of "
          + limit
          + ".";
    }
    if (!capAt.get().isAfter(now)) {
      return "Archives are at their cap of " + limit + ": the oldest are deleted as new ones come.";
    }
    return "Archives reach their cap of "
        + limit
        + " in "
        + Amounts.span(Duration.between(now, capAt.get()))
        + " at the earliest; then the oldest are deleted.";
  }

  private static List<Writer> writers(List<Rotator.Status> logs, List<Pace> paces, double all) {
    return paces.stream()
        .filter(pace -> pace.rate() > 0)
        .sorted(Comparator.comparingDouble(Pace::rate).reversed())
        .limit(MOST_WRITERS)
        .flatMap(
            pace ->
                logs.stream()
                    .filter(log -> log.name().equals(pace.name()))
                    .map(log -> writer(pace, log, all)))
        .toList();
  }

  private static Writer writer(Pace pace, Rotator.Status log, double all) {
    double perDay = pace.rate() * DAY;
    double kept = (double) log.maxBytes() * (pace.maxFiles() + 1);
    return new Writer(
        pace.channelId(),
        pace.name(),
        Math.round(perDay),
        Math.round(pace.rate() / all * 1000) / 1000.0,
        log.bytes() + log.archiveBytes(),
        Math.round(kept / perDay * 10) / 10.0);
  }
}
