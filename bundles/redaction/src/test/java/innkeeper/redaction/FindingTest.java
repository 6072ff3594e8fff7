package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which rule hid what. */
class FindingTest {
  private final Engine engine = new Engine();

  private List<String> rules(String text) {
    return engine.find(text).stream().map(Finding::rule).toList();
  }

  @Test
  void namesTheRowThatHidesASpanAndWhereItStands() {
    String text = "a\nmysql -u root -pHunter2x db\n";
    assertEquals(List.of(new Finding("command.mysql", 18, 26)), engine.find(text));
  }

  @Test
  void namesTheRowsOfEachKindOfTable() {
    assertEquals(List.of("name.passw"), rules("password=x1y2z3"));
    assertEquals(List.of("address.password"), rules("postgres://bob:x1y2z3@db/x"));
    assertEquals(List.of("scheme.bearer"), rules("got Bearer abc123def456ghi789jkl0"));
    assertEquals(List.of("language.german"), rules("Kennwort: geheim42"));
  }

  @Test
  void namesWhatNoTextLeadsTo() {
    engine.register("test", List.of("kv7-registered-value"));
    assertEquals(List.of("registered.value"), rules("x kv7-registered-value y"));
    String key =
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA1\n-----END RSA PRIVATE KEY-----\n";
    assertEquals(List.of("key.line"), rules(key));
    assertEquals(List.of("name.next-line"), rules("password:\n  x1y2z3\n"));
  }

  @Test
  void countsWhatEachRowHid() {
    engine.redact("password=x1y2z3 and password=a9b8c7");
    assertEquals(2, fired("name.passw"));
    assertEquals(0, fired("command.mysql"));
  }

  @Test
  void listsEachRowOnce() {
    Set<String> ids = engine.catalogue().stream().map(RuleInfo::id).collect(Collectors.toSet());
    assertEquals(engine.catalogue().size(), ids.size());
    assertTrue(ids.contains("token.github-personal"));
  }

  private long fired(String id) {
    return engine.catalogue().stream()
        .filter(rule -> rule.id().equals(id))
        .mapToLong(RuleInfo::fired)
        .sum();
  }
}
