package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.redaction.Corpus.Sample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values on the lines after their name. */
class NextLineTest {
  private final Engine engine = new Engine();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secret = \"\"\"\n«hunter2»\n\"\"\"\nnext\n",
        "secret = \"\"\"\n«correct horse battery»\"\"\"\nnext\n",
        "secret = \"\"\"\n«abc»\n«def»\"\"\"\nnext\n",
        "key_secret = '''\n«a1b2c3d4e5f6a1b2c3d4e5»\n«b1b2c3d4e5f6a1b2c3d4e5»\n'''\n",
      })
  void hidesWhatIsMarkedAndNothingElse(String text) {
    Sample sample = Corpus.sample(text);
    assertEquals(sample.clean(), clean(sample.line()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secret = \"\"\"\n10:00:00 INFO ready\nserver-12 is up\n10:00:01 build 4711\n",
        "secret = \"\"\"\n\n    Returns the secret of bob.\n    It is b64.\n",
      })
  void leavesTheLinesAfterANameAsTheyAre(String text) {
    assertEquals(text, clean(text));
  }

  private String clean(String text) {
    return Streams.settled(engine, text);
  }
}
