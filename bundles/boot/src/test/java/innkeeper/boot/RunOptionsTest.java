package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunOptionsTest {

  @Test
  void theNextHostIsCalledWithTheSameWords() {
    List<String> words =
        List.of("--safe", "--project", "a.json", "env:B", "--stdout", "--exit-with", "api");

    RunOptions options = RunOptions.parse(words).orElseThrow();

    assertEquals(
        new RunOptions(false, true, false, List.of("a.json", "env:B"), true, "api"), options);
    assertEquals(words, options.words());
  }

  @Test
  void theOptionForACopyIsNotPassedToTheNextHost() {
    RunOptions options = RunOptions.parse(List.of("--as-copy")).orElseThrow();
    assertTrue(options.asCopy());
    assertEquals(List.of(), options.words());
  }

  @Test
  void severalOptionsMayNameFiles() {
    assertEquals(
        List.of("a.json", "b.json"),
        RunOptions.parse(List.of("--project", "a.json", "--project", "b.json"))
            .orElseThrow()
            .projects());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--project",
        "--project --stdout",
        "--stdout",
        "--exit-with api",
        "--project a.json --exit-with",
        "--deamon",
        "a.json"
      })
  void optionsThatDoNotFitTogetherAreRefused(String line) {
    assertEquals(Optional.empty(), RunOptions.parse(List.of(line.split(" "))));
  }

  @Test
  void withoutOptionsTheHostIsAnOrdinaryOne() {
    assertEquals(RunOptions.NONE, RunOptions.parse(List.of()).orElseThrow());
    assertTrue(RunOptions.NONE.words().isEmpty());
  }
}
