package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bill of materials and the advisories are invented. */
class AdvisoriesTest {

  private static final Map<?, ?> BILL =
      Json.read(
          """
          {"components": [
            {"purl": "pkg:maven/org.example/pump@2.10.0?classifier=light&type=jar"},
            {"purl": "pkg:npm/%40example/valve@1.4.1"}
          ]}
          """);
  private static final String PUMP = "pkg:maven/org.example/pump";
  private static final String FIXED = "{'state': 'resolved', 'detail': 'raised'}";
  private static final String ACCEPTED =
      "{'state': 'not_affected', 'justification': 'code_not_reachable', 'detail': 'not called'}";
  private static final String ABSENT =
      "{'state': 'not_affected', 'justification': 'code_not_present', 'detail': 'not shipped'}";

  @ParameterizedTest
  @CsvSource({
    "<2.10.0, false",
    "<=2.10.0, true",
    "<2.9.9, false",
    ">=2.9.0|<2.10.1, true",
    ">=2.11|<3, false",
    ">2.9, true",
    "2.10.0, true"
  })
  void anAdvisoryIsOpenWhereTheShippedVersionIsInItsRange(String range, boolean open) {
    List<String> findings = findings(PUMP, range, "", "{'state': 'in_triage', 'detail': 'new'}");
    assertEquals(open, findings.toString().contains("CVE-1 affects " + PUMP + " 2.10.0"));
    assertEquals(open ? 1 : 0, findings.size(), findings::toString);
  }

  @Test
  void anEntrySaysFixedOnlyWhileTheShippedVersionIs() {
    assertEquals(List.of(), findings(PUMP, "<2.10.0", "", FIXED));
    one("affects", findings(PUMP, "<2.10.1", "", FIXED));
    one(
        "affects pkg:npm/%40example/valve 1.4.1",
        findings("pkg:npm/%40example/valve", "<2", "", FIXED));
  }

  @Test
  void anAcceptedFindingNamesTheVersionThatWasJudged() {
    assertEquals(List.of(), findings(PUMP, "<3", "2.10.0", ACCEPTED));
    one("affects", findings(PUMP, "<3", "", ACCEPTED));
    one("affects", findings(PUMP, "<3", "", "{'state': 'exploitable', 'detail': 'soon'}"));
    assertEquals(
        List.of(),
        findings(
            PUMP,
            "<3",
            "2.10.0",
            "{'state': 'exploitable', 'response': ['will_not_fix'], 'detail': 'root only'}"));
  }

  @Test
  void anEntryForAVersionOrComponentThatIsNotShippedIsOutOfDate() {
    List<String> raised = findings(PUMP, "<3", "2.9.0", ACCEPTED);
    assertEquals(2, raised.size(), raised::toString);
    assertTrue(raised.get(1).contains("accepts " + PUMP + " 2.9.0, but the release has [2.10.0]"));
    one("judge it again", findings(PUMP, "<2.10.0", "2.10.0", ACCEPTED));
    one("no longer shipped", findings("pkg:maven/org.example/gone", "<3", "1.0", ACCEPTED));
    one("no longer shipped", findings("pkg:maven/org.example/gone", "<3", "", FIXED));
  }

  @Test
  void codeThatIsNotPresentMustBeAbsent() {
    assertEquals(List.of(), findings("pkg:maven/org.example/gone", "<3", "", ABSENT));
    one("is not shipped, but", findings(PUMP, "<3", "", ABSENT));
  }

  @Test
  void everyEntryHasAReason() {
    one("no reason", findings(PUMP, "<1", "", "{'state': 'resolved', 'detail': ' '}"));
    one(
        "without analysis.justification",
        findings(PUMP, "<3", "2.10.0", "{'state': 'not_affected', 'detail': 'no'}"));
    one("is not one of", findings(PUMP, "<1", "", "{'state': 'fine', 'detail': 'no'}"));
    one("no affected range", findings(PUMP, "", "", FIXED));
    assertEquals(3, Advisories.findings(BILL, Json.read("{\"vulnerabilities\": [{}]}")).size());
  }

  private static void one(String part, List<String> findings) {
    assertEquals(1, findings.size(), findings::toString);
    assertTrue(findings.get(0).contains(part), findings::toString);
  }

  private static List<String> findings(String ref, String range, String judged, String analysis) {
    String text =
        """
        {'vulnerabilities': [{'id': 'CVE-1', 'analysis': ANALYSIS, 'affects': [{'ref': 'REF', 'versions': [
          {'range': 'vers:maven/RANGE', 'status': 'affected'},
          {'version': 'JUDGED', 'status': 'affected'},
          {'version': '2.10.9', 'status': 'unaffected'}]}]}]}
        """;
    if (range.isEmpty()) {
      text = text.replace("'range': 'vers:maven/RANGE', ", "");
    }
    text = text.replace("ANALYSIS", analysis).replace("REF", ref).replace("RANGE", range);
    return Advisories.findings(BILL, Json.read(text.replace("JUDGED", judged).replace('\'', '"')));
  }
}
