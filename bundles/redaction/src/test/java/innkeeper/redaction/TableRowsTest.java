package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.redaction.Corpus.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values in the columns of tables, whose names stand on a line before them. */
class TableRowsTest {
  private static final String TOKEN = "6191e92c558cc39d1d8c8ab383ffd7577279b91e";
  private final Engine engine = new Engine();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "login,password\nbob,«plainword»\neve,«Sommer 2024»\nend\nbob,plainword\n",
        "id;\"Login Name\";\"Password\"\n1;\"bob\";\"«x\"\"y;z»\"\n2;eve;«hunter2»\n",
        "user\tpass\nbob\t«hunter2»\n",
        "id,email,api_token,created\n1,b@x.example,«" + TOKEN + "»,2026-01-02\n2,e@x.example,,\n",
        "+----+----------+\n| id | password |\n+----+----------+\n|  4 | «flowerpot» |\n"
            + "+----+----------+\n1 row in set\n",
        " id | password \n----+----------\n  1 | «hunter2»\n(1 row)\n",
        "| password | «hunter2x» |\n| retries1 | 5 |\n",
        "password\n--------\n«hunter2»\n(1 row)\nhunter2 x\n",
        "NAME      TOKEN                                     AGE\nbot       «"
            + TOKEN
            + "»  5d\nweb       <none>                                    5d\n",
        "COPY public.users (id, email, password) FROM stdin;\n1\tb@x.example\t«hunter2»\n"
            + "2\te@x.example\t\\N\n\\.\n",
        "INSERT INTO users (id, password) VALUES\n(1, '«hunter2»'),\n(2, '«it''s (x)»');\n",
        "INSERT INTO users (id, password)\nVALUES (1, '«hunter2»');\n(2, 'hunter2')\n",
        "INSERT INTO users (id, password) VALUES (1, '«hunter2»'),\n  (2, '«letmein»')\n",
      })
  void hidesWhatIsMarkedAndNothingElse(String text) {
    Sample sample = Corpus.sample(text);
    assertEquals(sample.clean(), clean(sample.line()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password, please\nhelp, me\n",
        "test,pass,fail\nsuite1,12345678,abc123def\n",
        "NAME      SECRETS   AGE\ndefault   1         5d\n",
        "user,password,expires\nbob,never,never\neve,disabled,soon\nal,****,x\n",
        "| Option | Password |\n|--------|----------|\n| min | required |\n",
        "model,token_count,password_length\na1b2c3d4,12345678,12345678\n",
        "password\nhunter2\n",
        "NAME      TOKEN\nthis is a line of a log1234567890abcdef1234567890\n",
      })
  void leavesTheLinesAfterOtherNamesAsTheyAre(String text) {
    assertEquals(text, clean(text));
  }

  @Test
  void aTableOfManyLinesIsHiddenToItsEnd() {
    StringBuilder text = new StringBuilder("login,password\n");
    StringBuilder clean = new StringBuilder(text);
    for (int i = 0; i < 2000; i++) {
      text.append("bob,hunter2\n");
      clean.append("bob,[REDACTED]\n");
    }
    assertEquals(clean.toString(), clean(text.toString()));
  }

  private String clean(String text) {
    return Streams.settled(engine, text);
  }
}
