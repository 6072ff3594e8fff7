package innkeeper.history;

import innkeeper.history.record.ErrorRecords;
import java.util.List;
import java.util.Optional;

/** A line with "Error" in it is an error record. */
public final class WordRecords extends ErrorRecords {

  public WordRecords() {
    super(Optional::empty);
  }

  @Override
  public Optional<Integer> count(List<String> lines) {
    return Optional.of((int) lines.stream().filter(line -> line.contains("Error")).count());
  }

  @Override
  public String last(List<String> lines) {
    return lines.stream()
        .filter(line -> line.contains("Error"))
        .reduce((first, second) -> second)
        .orElse("");
  }
}
