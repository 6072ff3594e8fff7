package innkeeper.admin.record;

import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.record.LogLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The records to which the lines of an answer or event belong. All members are absent if this is
 * not known.
 */
public record LineRecords(
    @JsonForm(value = "The level of each line's record.", empty = Empty.OMITTED)
        Optional<List<LogLevel>> levels,
    @JsonForm(
            value = "How many lines before each its record begins; 0: with it.",
            empty = Empty.OMITTED)
        Optional<List<Integer>> records,
    @JsonForm(value = "What there is besides of some lines.", empty = Empty.OMITTED)
        Optional<List<Detail>> details) {

  public static final LineRecords NONE =
      new LineRecords(Optional.empty(), Optional.empty(), Optional.empty());

  /** Details of a line beside its text. */
  @JsonForm(name = "LineDetail")
  public record Detail(
      @JsonForm("Which line.") int line,
      @JsonForm(
              value = "What happened; of the record whose last line this is.",
              empty = Empty.OMITTED)
          Optional<String> summary,
      @JsonForm(value = "Of a JSON or logfmt line.", empty = Empty.OMITTED)
          Optional<String> message,
      @JsonForm(value = "Of a JSON or logfmt line, its other members.", empty = Empty.OMITTED)
          Optional<Map<String, String>> fields) {}

  public static LineRecords of(List<TaggedLine> lines) {
    List<LogLevel> levels = new ArrayList<>(lines.size());
    List<Integer> records = new ArrayList<>(lines.size());
    List<Detail> details = new ArrayList<>();
    for (TaggedLine line : lines) {
      if (line.level().isEmpty()) {
        return NONE;
      }
      if (line.summary().isPresent() || line.message().isPresent() || line.fields().isPresent()) {
        details.add(new Detail(levels.size(), line.summary(), line.message(), line.fields()));
      }
      levels.add(line.level().get());
      records.add(line.back());
    }
    return new LineRecords(Optional.of(levels), Optional.of(records), Optional.of(details));
  }

  /**
   * Returns these records with entries for unfinished lines that follow. Each counts as a record of
   * its own with the level INFO, because nothing else is known yet.
   */
  public LineRecords and(int unfinished) {
    if (levels.isEmpty() || unfinished == 0) {
      return this;
    }
    List<LogLevel> allLevels = new ArrayList<>(levels.get());
    List<Integer> allRecords = new ArrayList<>(records.orElseThrow());
    for (int i = 0; i < unfinished; i++) {
      allLevels.add(LogLevel.INFO);
      allRecords.add(0);
    }
    return new LineRecords(Optional.of(allLevels), Optional.of(allRecords), details);
  }
}
