package innkeeper.api.project;

import innkeeper.api.project.LogPolicy.WhenFull;
import innkeeper.api.project.ObjectForm.Parts;
import java.util.List;
import java.util.Map;

/** The members of {@code log}. */
final class LogMembers implements Parts<LogPolicy> {

  static final Member<Long> MAX_BYTES =
      new Member<>("maxBytes", new Forms.Whole(4096, Long.MAX_VALUE, true), 0L)
          .without("`LOG_MAX_BYTES`")
          .means("The log rotates before it passes this size.", "1048576")
          .writtenIfDefault();
  static final Member<Long> MAX_FILES =
      new Member<>("maxFiles", new Forms.Whole(1, Integer.MAX_VALUE, true), 0L)
          .without("`LOG_MAX_FILES`")
          .means("The number of archives that are kept.", "3")
          .writtenIfDefault();
  static final Member<WhenFull> WHEN_FULL =
      new Member<>(
              "whenFull", Forms.Word.of(List.of(WhenFull.values()), WhenFull::word), WhenFull.WAIT)
          .means(
              "On a full disk the server waits, or whole lines are dropped and counted.",
              "\"drop\"")
          .writtenIfDefault();

  static final ObjectForm<LogPolicy> FORM =
      new ObjectForm<>(
          "an object of maxBytes, maxFiles, whenFull",
          List.of(MAX_BYTES, MAX_FILES, WHEN_FULL),
          new LogMembers());

  @Override
  public LogPolicy made(MemberReader in, String name, Map<?, ?> object, MemberValues values) {
    return new LogPolicy(
        values.get(MAX_BYTES), values.get(MAX_FILES).intValue(), values.get(WHEN_FULL));
  }

  @Override
  public MemberValues split(LogPolicy log) {
    return new MemberValues()
        .put(MAX_BYTES, log.maxBytes())
        .put(MAX_FILES, (long) log.maxFiles())
        .put(WHEN_FULL, log.whenFull());
  }
}
