package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.Corpus.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyTest {
  private final Engine engine = new Engine();

  static Stream<Sample> samples() {
    List<Sample> all = new ArrayList<>(Corpus.positives());
    Random random = new Random(11);
    for (String format : Corpus.formats()) {
      String token = Corpus.token(format, random);
      all.add(new Sample("deploy using " + token + " for web", null, List.of(token)));
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aSecretSplitAcrossTwoReadsIsStillRedacted(Sample sample) {
    byte[] bytes = (sample.line() + "\n").getBytes(StandardCharsets.UTF_8);
    String whole = engine.redact(sample.line() + "\n");
    for (int split = 0; split <= bytes.length; split++) {
      assertEquals(whole, Streams.at(engine, bytes, split, false), "split at " + split);
      assertEquals(whole, Streams.at(engine, bytes, split, true), "shown in part at " + split);
    }
    assertEquals(whole, Streams.cut(engine, bytes, 1, false));
    assertEquals(whole, Streams.cut(engine, bytes, 1, true));
    for (int seed = 0; seed < 10; seed++) {
      assertEquals(whole, Streams.random(engine, bytes, new Random(seed), 9));
    }
  }

  /** The words before tell no secret by themselves; the name within or behind them does. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "msg=ワンタイムパスワード password_reset_sent_at=abcdef12345",
        "msg=ワンタイムパスワード: password=x9Yk2LmQ8",
        "msg=ワンタイムパスワード is password=x9Yk2LmQ8"
      })
  void anotherNameWithinATextIsReadTheSameInPieces(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    String whole = engine.redact(line + "\n");
    for (int split = 0; split <= bytes.length; split++) {
      assertEquals(whole, Streams.at(engine, bytes, split, true), "shown in part at " + split);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aSecretIsFoundInAnyWrappingAndJsonStaysJson(Sample sample) {
    String json = "{\"ts\":1,\"msg\":" + Wrap.json(sample.line()) + ",\"n\":2}";
    String twice = "{\"log\":" + Wrap.json(json) + ",\"stream\":\"stdout\"}";
    String logfmt = "level=info msg=" + Wrap.json(sample.line()) + " n=1";
    for (String line : List.of(json, twice, logfmt)) {
      String clean = hidden(sample, line);
      if (line.startsWith("{")) {
        assertTrue(Json.valid(clean), clean);
      }
    }
    assertTrue(hidden(sample, json).endsWith(",\"n\":2}"));
    assertTrue(hidden(sample, logfmt).endsWith(" n=1"));
    hidden(sample, "2026-01-01T00:00:00Z INFO [main] c.e.X - " + sample.line());
    hidden(sample, "\u001b[32m" + sample.line() + "\u001b[0m");
  }

  private String hidden(Sample sample, String line) {
    String clean = engine.redact(line);
    for (String secret : sample.secrets()) {
      String form = secret;
      for (int depth = 0; depth < 3; depth++) {
        assertFalse(shows(clean, form, line), clean);
        form = Wrap.inner(form);
      }
    }
    assertEquals(clean, engine.redact(clean), "redacting twice");
    return clean;
  }

  /** A short secret may stand in the line's other words. */
  private static boolean shows(String clean, String secret, String line) {
    int at = line.indexOf(secret);
    return secret.length() >= 3
        && at >= 0
        && line.indexOf(secret, at + 1) < 0
        && clean.contains(secret);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void colourOrACarriageReturnInsideASecretDoesNotHideIt(Sample sample) {
    for (String secret : sample.secrets()) {
      int from = sample.line().indexOf(secret);
      for (int i = 1; i < secret.length(); i++) {
        if (Character.isLowSurrogate(secret.charAt(i))) {
          continue;
        }
        for (String cut : List.of("\u001b[1;31m", "\r")) {
          String head = sample.line().substring(0, from + i);
          String line = head + cut + sample.line().substring(from + i);
          String seen = engine.redact(line).replace(cut, "");
          assertFalse(shows(seen, secret, sample.line()), seen);
        }
      }
    }
  }
}
