package innkeeper.api.audit;

import java.util.Objects;

/**
 * An audit entry that the store has not numbered, timed, redacted and chained yet. Immutable.
 *
 * @param action the change, as {@code noun.verb}: {@code project.start}, {@code backup.make},
 *     {@code surface.install}, {@code request.refuse}
 * @param channelId the project concerned, or "" for none
 * @param outcome {@code ok}, {@code refused}, {@code failed} or another one-word result
 * @param detail one line for people; redacted by the store before it is written; may be ""
 */
public record AuditDraft(
    String action, String channelId, Actor actor, String outcome, String detail) {

  /**
   * Checks that no component is null.
   *
   * @throws NullPointerException if a component is null; a value that does not apply is ""
   */
  public AuditDraft {
    Objects.requireNonNull(action);
    Objects.requireNonNull(channelId);
    Objects.requireNonNull(actor);
    Objects.requireNonNull(outcome);
    Objects.requireNonNull(detail);
  }

  /**
   * Returns a draft of a successful change that concerns no particular project.
   *
   * @param detail one line for people; may be ""
   */
  public static AuditDraft ok(String action, Actor actor, String detail) {
    return new AuditDraft(action, "", actor, "ok", detail);
  }
}
