package innkeeper.api.audit;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.json.JsonWord;
import java.util.Map;
import java.util.Objects;

/**
 * Who asked for a change: the answer to "who" in an audit entry. Immutable.
 *
 * @param via the way the request came in
 * @param uid the asking process's numeric user id as the platform tells it, or "" where it does not
 * @param program the asking process's name as the platform tells it, or "" where it does not
 */
public record Actor(
    Via via, @JsonForm(empty = Empty.NULL) String uid, @JsonForm(empty = Empty.NULL) String program)
    implements JsonBody {

  /** The way a request came in; {@link #word()} is what the audit record shows. */
  public enum Via implements JsonWord {
    /** A call of the HTTP API, the page and XML-RPC included. */
    HTTP,
    /** A command typed in an interactive shell session. */
    SHELL,
    /** A single command of {@code innkeeper}. */
    CLI,
    /** The supervisor, by a project's own policy: nobody asked. */
    SUPERVISOR,
    /** The backup schedule, or a check of the backups. */
    BACKUP,
    /** A restore of bot.db. */
    RESTORE,
    /** A change of a file in DATA_DIR/conf, or of a jar in a deployment directory. */
    CONFIG,
    /** The host process, by itself: nobody asked. */
    HOST;

    /** Also the form in bot.db: the constant's name in lower case. */
    @Override
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    /**
     * Reads the form that {@link #word()} writes.
     *
     * @param word one of the words, in any case
     * @throws IllegalArgumentException for a word that is none of {@link #word()}
     */
    public static Via of(String word) {
      return valueOf(word.toUpperCase(java.util.Locale.ROOT));
    }
  }

  /** The supervisor acting by its own policy. */
  public static final Actor SUPERVISOR = new Actor(Via.SUPERVISOR, "", "");

  /** The host acting by itself: start, stop, readiness. */
  public static final Actor HOST = new Actor(Via.HOST, "", "");

  /**
   * Checks that no component is null.
   *
   * @throws NullPointerException if one is; what is not known is ""
   */
  public Actor {
    Objects.requireNonNull(via);
    Objects.requireNonNull(uid);
    Objects.requireNonNull(program);
  }

  /**
   * An actor of whom only the way is known.
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
