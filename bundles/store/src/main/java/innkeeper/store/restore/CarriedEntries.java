package innkeeper.store.restore;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.common.file.Durable;
import innkeeper.store.file.Json;
import innkeeper.store.guard.Intent;
import innkeeper.store.guard.Layout;
import innkeeper.store.table.AuditRow;
import innkeeper.store.table.AuditTable;
import innkeeper.store.write.Transaction;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The audit entries that are in bot.db but not in the backup to restore. A restore must not erase
 * history. The entries are therefore written to a file and appended again as new entries with the
 * action {@code audit.recover}. Each new entry names the number and time of the original.
 */
public final class CarriedEntries {

  static final String ACTION = "audit.recover";

  private CarriedEntries() {}

  /** Returns the last entry that both audit records share; 0 if they share none. */
  static long common(Connection current, Connection backup) throws SQLException {
    Optional<AuditRow> last = AuditTable.last(backup);
    long low = 0;
    long high = last.map(AuditRow::seq).orElse(0L);
    // The hashes form a chain: if two entries are equal, all entries before them are equal too.
    while (low < high) {
      long middle = low + (high - low + 1) / 2;
      Optional<String> here = AuditTable.at(current, middle).map(AuditRow::hash);
      Optional<String> there = AuditTable.at(backup, middle).map(AuditRow::hash);
      if (here.isPresent() && here.equals(there)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Writes the entries after {@code seq} into a file; returns their number. */
  static long write(Connection current, long seq, Path file) throws SQLException, IOException {
    Files.deleteIfExists(file);
    Durable.create(file);
    long count = 0;
    try (PreparedStatement select = AuditTable.after(current, seq);
        ResultSet rows = select.executeQuery();
        BufferedWriter out = Files.newBufferedWriter(file)) {
      while (rows.next()) {
        out.write(Json.text(map(AuditTable.link(rows))));
        out.write('\n');
        count++;
      }
    }
    Durable.force(file);
    Durable.force(file.getParent());
    return count;
  }

  private static Map<String, Object> map(AuditRow link) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("seq", link.seq());
    map.put("ts", link.ts());
    map.put("action", link.action());
    map.put("channelId", link.channelId());
    map.put("via", link.via());
    map.put("uid", link.uid());
    map.put("program", link.program());
    map.put("outcome", link.outcome());
    map.put("detail", link.detail());
    map.put("hash", link.hash());
    return map;
  }

  /** Returns the number of entries that {@link #append} would add. */
  public static long count(Layout layout, Intent intent) {
    if (!intent.carry() || !Files.isRegularFile(layout.carry())) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(layout.carry())) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(layout.carry() + " could not be read", e);
    }
  }

  /** Appends the entries that {@link #write} wrote to the audit record; returns their number. */
  public static long append(Path file, Transaction transaction) throws SQLException {
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    long count = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        count++;
        transaction.appendClean(draft(line, count));
      }
      return count;
    } catch (IOException e) {
      throw new UncheckedIOException(file + " could not be read", e);
    }
  }

  /**
   * Converts one line to an entry. A line that was tampered with must not stop the start; it is
   * recorded as failed.
   */
  private static AuditDraft draft(String line, long number) {
    try {
      return draft(Json.map(line));
    } catch (IllegalArgumentException e) {
      return new AuditDraft(
          ACTION,
          "",
          Actor.of(Actor.Via.RESTORE),
          "failed",
          "line " + number + " of what was to be carried over could not be read");
    }
  }

  private static AuditDraft draft(Map<?, ?> map) {
    String action = String.valueOf(map.get("action"));
    String detail = String.valueOf(map.get("detail"));
    if (!action.equals(ACTION)) {
      detail =
          "seq=%s ts=%s action=%s hash=%s: %s"
              .formatted(map.get("seq"), map.get("ts"), action, map.get("hash"), detail);
    }
    return new AuditDraft(
        ACTION,
        String.valueOf(map.get("channelId")),
        new Actor(
            via(String.valueOf(map.get("via"))),
            String.valueOf(map.get("uid")),
            String.valueOf(map.get("program"))),
        String.valueOf(map.get("outcome")),
        detail);
  }

  private static Actor.Via via(String word) {
    try {
      return Actor.Via.of(word);
    } catch (IllegalArgumentException e) {
      return Actor.Via.RESTORE;
    }
  }
}
