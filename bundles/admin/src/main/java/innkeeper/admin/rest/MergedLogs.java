package innkeeper.admin.rest;

import innkeeper.admin.record.RecordTagger;
import innkeeper.admin.record.TaggedLine;
import innkeeper.api.json.JsonForm;
import innkeeper.api.log.LogRange;
import innkeeper.api.record.LogRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Merges the newest lines of several logs in order of their times. */
final class MergedLogs {

  private static final int MOST_CHARS = 4 * 1024 * 1024;

  /** A line of one of the logs. */
  @JsonForm(
      "A line. position is where it is in its log; late: printed some time before, while no host"
          + " ran.")
  record Entry(String channelId, @JsonForm(inline = true) TaggedLine tagged) {}

  /**
   * The answer.
   *
   * @param truncated whether older lines were left out
   */
  @JsonForm(name = "MergedLogs")
  record Body(List<Entry> entries, boolean truncated) {}

  /** A line with its time for sorting. A line without a time gets that of the line before it. */
  private record Placed(Instant order, Entry entry) {}

  private final int most;
  private final Optional<LogRecords> records;
  private List<Placed> merged = new ArrayList<>();
  private boolean truncated;

  MergedLogs(int most, Optional<LogRecords> records) {
    this.most = most;
    this.records = records;
  }

  /**
   * Adds the lines of a log. Lines with equal times keep the order in which their logs were added.
   */
  void add(String channelId, LogRange range) {
    List<Placed> next = new ArrayList<>(merged.size() + range.lines().size());
    int taken = 0;
    Instant order = Instant.MIN;
    for (TaggedLine line : new RecordTagger(records).tag(range.lines())) {
      order = line.timed().at().orElse(order);
      while (taken < merged.size() && !merged.get(taken).order.isAfter(order)) {
        next.add(merged.get(taken++));
      }
      next.add(new Placed(order, new Entry(channelId, line)));
    }
    next.addAll(merged.subList(taken, merged.size()));
    truncated |= range.more();
    merged = newest(next);
  }

  private List<Placed> newest(List<Placed> all) {
    int first = all.size();
    long chars = 0;
    while (first > 0 && all.size() - first < most) {
      chars += all.get(first - 1).entry.tagged().timed().line().length();
      if (chars > MOST_CHARS && first < all.size()) {
        break;
      }
      first--;
    }
    truncated |= first > 0;
    return new ArrayList<>(all.subList(first, all.size()));
  }

  Body body() {
    return new Body(merged.stream().map(Placed::entry).toList(), truncated);
  }
}
