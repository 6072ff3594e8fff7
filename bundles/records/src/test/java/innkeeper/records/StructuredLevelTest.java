package innkeeper.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.record.LogLevel;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StructuredLevelTest {

  @ParameterizedTest
  @CsvSource({
    // pino 9, bunyan 1.8
    "level, 20, DEBUG",
    "level, 30, INFO",
    "level, 40, WARN",
    "level, 50, ERROR",
    // GELF and syslog
    "level, 0, ERROR",
    "level, 3, ERROR",
    "level, 4, WARN",
    "level, 6, INFO",
    "level, 7, DEBUG",
    // Monolog 2
    "level, 100, DEBUG",
    "level, 250, INFO",
    "level, 300, WARN",
    "monolog_level, 400, ERROR",
    // Python's logging
    "levelno, 20, INFO",
    "levelno, 30, WARN",
    "level_number, 40, ERROR",
    // Logback 1.5
    "level_value, 30000, WARN",
    "level_value, 40000, ERROR",
    // OpenTelemetry
    "SeverityNumber, 9, INFO",
    "severity_number, 17, ERROR",
    // words, Go's slog with a distance, MongoDB's letters
    "level, ERROR+4, ERROR",
    "lvl, warn, WARN",
    "@l, Fatal, ERROR",
    "error_severity, LOG, INFO",
    "s, D2, DEBUG",
    "s, E, ERROR",
    "level, unheard, INFO"
  })
  void aMemberHasTheScaleOfItsLogger(String name, String value, LogLevel level) {
    assertEquals(
        Optional.of(new StructuredLevel(name, level)), StructuredLevel.of(Map.of(name, value)));
  }

  @Test
  void aWordCountsBeforeANumber() {
    Map<String, String> monolog = Map.of("level", "200", "level_name", "INFO");
    assertEquals(LogLevel.INFO, StructuredLevel.of(monolog).orElseThrow().level());
    Map<String, String> python = Map.of("levelno", "40", "level", "warning");
    assertEquals(LogLevel.WARN, StructuredLevel.of(python).orElseThrow().level());
  }

  @Test
  void otherMembersNameNoLevel() {
    assertEquals(
        Optional.empty(), StructuredLevel.of(Map.of("context.level", "error", "s", "Smith")));
  }
}
