package innkeeper.admin.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.admin.Standins;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogLevel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordTaggerTest {

  private final RecordTagger tagger = new RecordTagger(Optional.of(Standins.records()));

  private static TimedLine line(LogStream stream, String text) {
    return new TimedLine("", Optional.empty(), Optional.ofNullable(stream), false, text);
  }

  private static TimedLine line(String text) {
    return line(null, text);
  }

  private static List<Integer> back(List<TaggedLine> lines) {
    return lines.stream().map(TaggedLine::back).toList();
  }

  @Test
  void aRecordContinuesInTheNextLinesAndIsUpdated() {
    List<TaggedLine> begun = tagger.tag(List.of(line("one"), line("two"), line("  more")));
    assertEquals(List.of(0, 0, 1), back(begun));
    assertEquals(Optional.of("two"), begun.get(2).summary());
    List<TaggedLine> next = tagger.tag(List.of(line("  Error"), line("three")));
    assertEquals(List.of(2, 0), back(next));
    assertEquals(Optional.of(LogLevel.ERROR), next.get(0).level());
    assertEquals(Optional.of(LogLevel.INFO), next.get(1).level());
  }

  @Test
  void aTraceOnStderrIsOneRecordDespiteLinesOfStdout() {
    List<TaggedLine> tagged =
        tagger.tag(
            List.of(
                line(LogStream.STDERR, "Error: a"),
                line(LogStream.STDOUT, "GET /"),
                line(LogStream.STDERR, "  at b"),
                line(LogStream.STDOUT, "  body")));
    assertEquals(List.of(0, 0, 2, 2), back(tagged));
    assertEquals(Optional.of(LogLevel.ERROR), tagged.get(2).level());
    assertEquals(Optional.of(LogLevel.INFO), tagged.get(3).level());
  }

  @Test
  void aStructuredLineHasItsMessageAndItsFields() {
    TaggedLine line = tagger.tag(List.of(line("{\"msg\":\"done\",\"ms\":12}"))).get(0);
    assertEquals(Optional.of("done"), line.message());
    assertEquals(Optional.of(Map.of("ms", "12")), line.fields());
    assertEquals(Optional.empty(), tagger.tag(List.of(line("plain"))).get(0).message());
  }

  @Test
  void linesHaveNoRecordWhileLoggingIsAway() {
    List<TaggedLine> lines = new RecordTagger(Optional.empty()).tag(List.of(line("Error")));
    assertEquals(LineRecords.NONE, LineRecords.of(lines));
  }
}
