package innkeeper.api.audit;

import java.util.Objects;

/**
 * An audit entry before the record has numbered, timed, redacted and chained it. Immutable.
 *
 * @param action what was done, as {@code noun.verb}: {@code project.start}, {@code backup.make},
 *     {@code surface.install}, {@code request.refuse}
 * @param channelId the project concerned, or "" for none
 * @param actor who asked
 * @param outcome {@code ok}, {@code refused}, {@code failed} or another one-word result
 * @param detail one line for people; redacted by the store before it is written; may be ""
 */
public record AuditDraft(
    String action, String channelId, Actor actor, String outcome, String detail) {

  /**
   * Checks that no component is null.
   *
   * @param action not null
   * @param channelId not null
   * @param actor not null
   * @param outcome not null
   * @param detail not null
   * @throws NullPointerException if one is; what does not apply is ""
   */
  public AuditDraft {
    Objects.requireNonNull(action);
    Objects.requireNonNull(channelId);
    Objects.requireNonNull(actor);
    Objects.requireNonNull(outcome);
    Objects.requireNonNull(detail);
  }

  /**
   * A successful act on no project in particular.
   *
   * @param action as in the record
   * @param actor who asked
   * @param detail one line for people; may be ""
   * @return a draft with the outcome {@code ok}
   */
  public static AuditDraft ok(String action, Actor actor, String detail) {
    return new AuditDraft(action, "", actor, "ok", detail);
  }
}
