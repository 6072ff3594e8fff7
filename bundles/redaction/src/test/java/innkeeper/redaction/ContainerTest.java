package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.redaction.Corpus.Sample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and maps under a secret's name, on one line or on many. */
class ContainerTest {
  private final Engine engine = new Engine();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'tokens':['«a1b2c3d4e5»','«f6g7h8i9j0»']}",
        "{'m':'{\\'tokens\\':[\\'«a1b2c3d4e5»\\',\\'«f6g7h8i9j0»\\']}'}",
        "passwords = ['«hunter2»', '«letmein»']",
        "passwords=(«hunter2» «Comet58»)",
        "tokens=[«a1b2c3d4e5» «f6g7h8i9j0»] n=2",
        "tokens: [«a1b2c3d4e5», «f6g7h8i9j0»]",
        "{'passwords':{'bob':'«hunter2»','min_length':'8','alice':'«letmein»'}}",
        "{'db':{'password':{'postgres':'«Treacle!Tart0»','prod':'«Velvet!9»'}}}",
        "{'passwords':{'bob@h.org':'«hunter2»','prod':'«letmein»'}}",
        "secrets=map[db:«a1b2c3d4e5» name:web api:«f6g7h8i9j0»]",
        "secrets: {db: «a1b2c3d4e5», api: «f6g7h8i9j0»}",
        "token:\n  - «a1b2c3d4e5»\nnext: a1b2c3d4e5\n",
        "tokens:\n- «a1b2c3d4e5»\n- '«f6g7h8i9j0»'\nnext: a1b2c3d4e5\n",
        "  passwords:\n    - «hunter2»\n    - «Winter2024!»\n  users:\n    - bob12345\n",
        "'tokens': [\n  '«a1b2c3d4e5»',\n  '«f6g7h8i9j0»'\n],\n'ids': 'a1b2c3d4e5'\n",
        "passwords:\n  bob: «hunter2»\n  alice: «Comet58»\nusers:\n  bob: hunter2\n",
        "{'passwords': {\n    'bob': '«hunter2»',\n    'alice': '«letmein»'\n  },\n  'x': 'y9z8y7'\n}\n",
      })
  void hidesEachValue(String marked) {
    Sample sample = Corpus.sample(quoted(marked));
    assertEquals(sample.clean(), clean(sample.line()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'tokens':['the','quick','covid-19','gpt-4o-mini']}",
        "{'tokens':{'input':120,'output':45,'model':'gpt-4o'}}",
        "'grant_types':['password','client_credentials']",
        "level=info msg='db.password\\':[\\'xxxxxxxx' n1=a1b2c3",
        "pre_shared_key=[12345 bytes from x@host:5432/x2] n=1",
        "'token':{'type':'Bearer','expires':3600}",
        "{'passwords':{'minLength':'8','policy':'strict','type':'array'}}",
        "{'password':{'type':'string','kdf':'pbkdf2-sha256','item':'db-prod-1'}}",
        "{'password':{'label':'Password2','reuse':'last10','css':'col-md-6'}}",
        "secrets:\n  - db_password\n  - api_token\n",
        "secrets:\n  db_password:\n    file: ./db_password.txt\n",
        "passwords:\n  min_length: 8\n  policy: strict\n",
        "tokens:\n- see the page a1b2c3d4e5\n- a1b2c3d4e5\n",
        "tokens:\n\n\n\n  - a1b2c3d4e5\n",
        "azureCredentials = (\n    messages.AzureCredentials(name=user_name))\n",
        "keys = [\n    'projects.locations.keys',\n    'timeoutSeconds',\n]\n",
      })
  void leavesOtherListsAsTheyAre(String text) {
    assertEquals(quoted(text), clean(quoted(text)));
  }

  private static String quoted(String text) {
    return text.replace('\'', '"');
  }

  private String clean(String text) {
    return Streams.settled(engine, text);
  }
}
