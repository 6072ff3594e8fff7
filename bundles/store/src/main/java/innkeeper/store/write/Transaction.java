package innkeeper.store.write;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.common.time.IsoTime;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.AuditRow;
import innkeeper.store.table.AuditTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The operations of a piece of work between BEGIN and COMMIT. They are called on the writer's
 * thread only.
 */
public final class Transaction {

  /** A piece of work in a transaction; either all its changes are stored or none. */
  @FunctionalInterface
  public interface Work<T> {
    T run(Transaction transaction) throws SQLException;
  }

  /** The longest value in characters; a longer one is cut. */
  private static final int MOST = 4096;

  /**
   * The longest detail in characters. The detail of a carried-over entry also names the original.
   */
  private static final int MOST_CARRIED = 8192;

  private final Connection connection;
  private final PreparedStatement insert;
  private final Clock clock;
  private final UnaryOperator<String> clean;
  private final List<AuditEntry> appended = new ArrayList<>();
  private final List<Runnable> onCommit = new ArrayList<>();
  private ChainHead head;

  Transaction(
      Connection connection,
      PreparedStatement insert,
      Clock clock,
      UnaryOperator<String> clean,
      ChainHead head) {
    this.connection = connection;
    this.insert = insert;
    this.clock = clock;
    this.clean = clean;
    this.head = head;
  }

  /**
   * Runs one transaction on a connection that no other thread uses yet; returns the end of the
   * chain.
   */
  public static ChainHead once(
      Connection connection, ChainHead head, Clock clock, UnaryOperator<String> clean, Work<?> work)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(AuditTable.INSERT)) {
      Transaction transaction = new Transaction(connection, insert, clock, clean, head);
      Sql.transaction(connection, () -> work.run(transaction));
      return transaction.head();
    }
  }

  public Connection connection() {
    return connection;
  }

  /** Appends an entry after redacting its detail. */
  public AuditEntry append(AuditDraft draft) throws SQLException {
    return appendClean(
        new AuditDraft(
            draft.action(),
            draft.channelId(),
            draft.actor(),
            draft.outcome(),
            line(clean.apply(draft.detail()))));
  }

  /** Appends an entry whose detail is already redacted, or is a text of the host. */
  public AuditEntry appendClean(AuditDraft draft) throws SQLException {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    AuditRow link =
        new AuditRow(
                head.seq() + 1,
                IsoTime.text(now),
                line(draft.action()),
                line(draft.channelId()),
                draft.actor().via().word(),
                line(draft.actor().uid()),
                line(draft.actor().program()),
                line(draft.outcome()),
                line(draft.detail(), MOST_CARRIED),
                head.hash(),
                "")
            .hashed();
    AuditTable.insert(insert, link);
    head = new ChainHead(link.seq(), link.hash());
    AuditEntry entry = link.entry(now, draft.actor().via());
    appended.add(entry);
    return entry;
  }

  /**
   * Returns the text as one line without invalid characters. The stored text must be equal to the
   * hashed text.
   */
  private static String line(String text) {
    return line(text, MOST);
  }

  private static String line(String text, int most) {
    StringBuilder line = new StringBuilder(Math.min(text.length(), most));
    int at = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      if (line.length() >= most) {
        return line.append('…').toString();
      }
      boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
      line.appendCodePoint(surrogate ? 0xFFFD : Character.isISOControl(c) ? ' ' : c);
      at += Character.charCount(c);
    }
    return line.toString();
  }

  /**
   * Registers an action that runs on the writer's thread after the commit. A registered action
   * means that a project was changed.
   */
  public void onCommit(Runnable then) {
    onCommit.add(then);
  }

  /** Runs the registered actions; returns whether a project was changed. */
  boolean committed() {
    onCommit.forEach(Runnable::run);
    return !onCommit.isEmpty();
  }

  ChainHead head() {
    return head;
  }

  List<AuditEntry> appended() {
    return appended;
  }

  /** A savepoint of this object's state. */
  record Mark(ChainHead head, int appended, int onCommit) {}

  Mark mark() {
    return new Mark(head, appended.size(), onCommit.size());
  }

  /** Restores the state after SQLite has rolled back to a savepoint. */
  void backTo(Mark mark) {
    head = mark.head();
    appended.subList(mark.appended(), appended.size()).clear();
    onCommit.subList(mark.onCommit(), onCommit.size()).clear();
  }
}
