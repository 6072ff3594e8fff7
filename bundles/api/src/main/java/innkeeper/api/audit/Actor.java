package innkeeper.api.audit;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.json.JsonWord;
import java.util.Map;
import java.util.Objects;

/**
 * The party that asked for a change, as an audit entry names it. Immutable.
 *
 * @param via the way in which the request arrived
 * @param uid the numeric user id of the requesting process as the platform reports it, or ""
 * @param program the name of the requesting process as the platform reports it, or ""
 */
public record Actor(
    Via via, @JsonForm(empty = Empty.NULL) String uid, @JsonForm(empty = Empty.NULL) String program)
    implements JsonBody {

  /** The way in which a request arrived; the audit record contains its {@link #word()}. */
  public enum Via implements JsonWord {
    /** A call of the HTTP API, of the page or of XML-RPC. */
    HTTP,
    /** A command in an interactive shell session. */
    SHELL,
    /** A single command of {@code innkeeper}. */
    CLI,
    /** The supervisor, by a project's own policy, without a request. */
    SUPERVISOR,
    /** The backup schedule, or a check of the backups. */
    BACKUP,
    /** A restore of bot.db. */
    RESTORE,
    /** A change of a file in DATA_DIR/conf, or of a jar in a deployment directory. */
    CONFIG,
    /** The host process, by itself, without a request. */
    HOST;

    /** Returns the constant's name in lower case, which is also its form in bot.db. */
    @Override
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    /**
     * Parses the form that {@link #word()} returns.
     *
     * @param word one of the words; case does not matter
     * @throws IllegalArgumentException if the word is unknown
     */
    public static Via of(String word) {
      return valueOf(word.toUpperCase(java.util.Locale.ROOT));
    }
  }

  /** The supervisor that acts by its own policy. */
  public static final Actor SUPERVISOR = new Actor(Via.SUPERVISOR, "", "");

  /** The host that acts by itself: start, stop, readiness. */
  public static final Actor HOST = new Actor(Via.HOST, "", "");

  /**
   * Checks that no component is null.
   *
   * @throws NullPointerException if a component is null; an unknown value is ""
   */
  public Actor {
    Objects.requireNonNull(via);
    Objects.requireNonNull(uid);
    Objects.requireNonNull(program);
  }

  /**
   * Returns an actor of which only the way of the request is known.
   *
   * @return an actor whose {@code uid} and {@code program} are ""
   */
  public static Actor of(Via via) {
    return new Actor(via, "", "");
  }

  @Override
  public Map<String, Object> toMap() {
    return JsonBody.super.toMap();
  }
}
