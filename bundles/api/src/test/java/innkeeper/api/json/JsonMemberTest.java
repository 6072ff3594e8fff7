package innkeeper.api.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectState;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JsonMemberTest {

  enum Plain {
    ONE_WORD
  }

  enum Worded implements JsonWord {
    ONE_WORD;

    @Override
    public String word() {
      return "one";
    }
  }

  record Inner(@JsonForm(name = "b", empty = Empty.NULL) String a, Optional<Instant> at) {}

  record Outer(
      String kept,
      @JsonForm(empty = Empty.NULL) String nulled,
      @JsonForm(empty = Empty.OMITTED) String omitted,
      @JsonForm(empty = Empty.OMITTED) Optional<String> omittedToo,
      @JsonForm(hidden = true) int hidden,
      OptionalInt number,
      OptionalLong big,
      Plain plain,
      Worded worded,
      @JsonForm(inline = true) Inner inline,
      List<Inner> list,
      Map<String, Worded> map)
      implements JsonBody {

    @JsonForm(after = "nulled")
    int derived() {
      return 2 * hidden;
    }
  }

  private static final Instant THEN = Instant.parse("2026-11-21T05:40:00Z");

  private static Outer outer(String text, Optional<Instant> at) {
    Inner inner = new Inner(text, at);
    return new Outer(
        text,
        text,
        text,
        text.isEmpty() ? Optional.empty() : Optional.of(text),
        21,
        text.isEmpty() ? OptionalInt.empty() : OptionalInt.of(1),
        text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(2),
        Plain.ONE_WORD,
        Worded.ONE_WORD,
        inner,
        List.of(inner),
        Map.of("k", Worded.ONE_WORD));
  }

  @Test
  void membersStandInTheOrderOfTheComponents() {
    assertEquals(
        "{kept=x, nulled=x, derived=42, omitted=x, omittedToo=x, number=1, big=2, plain=ONE_WORD,"
            + " worded=one, b=x, at=2026-11-21T05:40:00.000Z,"
            + " list=[{b=x, at=2026-11-21T05:40:00.000Z}], map={k=one}}",
        outer("x", Optional.of(THEN)).toMap().toString());
  }

  @Test
  void whatIsEmptyIsKeptNulledOrLeftOutAsTheComponentSays() {
    assertEquals(
        "{kept=, nulled=null, derived=42, number=null, big=null, plain=ONE_WORD, worded=one,"
            + " b=null, at=null, list=[{b=null, at=null}], map={k=one}}",
        outer("", Optional.empty()).toMap().toString());
  }

  @Test
  void aListMayHoldNull() {
    assertNull(((List<?>) JsonTree.of(Arrays.asList(1, null))).get(1));
  }

  @Test
  void theCodesOfAProjectAreThoseOfItsStates() {
    List<String> codes =
        Arrays.stream(ProjectState.values()).map(s -> String.valueOf(s.code())).toList();
    for (JsonMember member : JsonMember.of(ProjectRecord.class)) {
      if (member.name().equals("stateCode")) {
        assertEquals(codes, List.of(member.form().oneOf()));
      }
    }
  }
}
