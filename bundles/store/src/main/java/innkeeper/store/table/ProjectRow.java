package innkeeper.store.table;

import innkeeper.store.sqlite.Damage;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * One row of table {@code project} as it is stored.
 *
 * @param definition JSON, or what should be
 * @param stored the digest that stands beside it; "" where there is none
 */
public record ProjectRow(
    long id, String channelId, String desired, String definition, String stored) {

  /** Stands for the digest of a row that was written by somebody who does not know digests. */
  static final String VOID = "void";

  /** In one column, for each one that is read costs a start some microseconds. */
  private static final String TEXT =
      "p.id || char(10) || p.channel_id || char(10) || p.desired || char(10) || p.definition";

  private static final String ROWS =
      "SELECT "
          + TEXT
          + ", coalesce(d.digest, '') FROM project p LEFT JOIN project_digest d"
          + " ON d.project_id = p.id";

  /** Digests whose rows are gone besides; in one statement, for others write meanwhile. */
  private static final String ALL =
      ROWS
          + " UNION ALL SELECT NULL, project_id FROM project_digest"
          + " WHERE project_id NOT IN (SELECT id FROM project)";

  /**
   * Every row.
   *
   * @throws SQLException with {@link Damage#CORRUPT} too, if one is not what was written or is gone
   */
  public static List<ProjectRow> all(Connection connection) throws SQLException {
    List<ProjectRow> all = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(ALL);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        all.add(of(rows).checked());
      }
    }
    return all;
  }

  /** The row of that project, which must be there. */
  public static ProjectRow of(Connection connection, String channelId) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(ROWS + " WHERE p.channel_id = ?")) {
      select.setString(1, channelId);
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          throw damaged("the row of project " + channelId + " cannot be found by its channelId");
        }
        return of(rows);
      }
    }
  }

  private static ProjectRow of(ResultSet rows) throws SQLException {
    String text = rows.getString(1);
    String[] columns = text == null ? new String[0] : text.split("\n", 4);
    if (columns.length < 4) {
      throw damaged("a row of table project is gone that nobody removed, or holds a NULL");
    }
    return new ProjectRow(
        Long.parseLong(columns[0]), columns[1], columns[2], columns[3], rows.getString(2));
  }

  private ProjectRow checked() throws SQLException {
    if (!stored.equals(VOID) && !stored.equals(digest())) {
      throw damaged("the row of project " + channelId + " is not what was written");
    }
    return this;
  }

  private static SQLException damaged(String how) {
    return new SQLException(how, "", Damage.CORRUPT);
  }

  /** Whether it was written by somebody who does not know digests. */
  boolean unproven() {
    return stored.equals(VOID);
  }

  /**
   * 16 hex digits, CRC-32C and CRC-32 of all four columns: it is to find damage, not forgery, and a
   * JVM that has just started takes ten times as long for SHA-256.
   */
  String digest() {
    byte[] bytes =
        String.join("\n", Long.toString(id), channelId, desired, definition)
            .getBytes(StandardCharsets.UTF_8);
    return crc(new CRC32C(), bytes) + crc(new CRC32(), bytes);
  }

  private static String crc(Checksum checksum, byte[] bytes) {
    checksum.update(bytes);
    String hex = Long.toHexString(checksum.getValue());
    return "0".repeat(8 - hex.length()) + hex;
  }
}
