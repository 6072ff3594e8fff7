package innkeeper.store.table;

import innkeeper.store.sqlite.Damage;
import innkeeper.store.sqlite.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * One row of table {@code project} as it is stored.
 *
 * @param definition the stored text, which is JSON unless it is damaged
 * @param stored the stored digest of the row; "" if it has none
 */
public record ProjectRow(
    long id, String channelId, String desired, String definition, String stored) {

  /** The digest value of a row that was written by a program without digests. */
  static final String VOID = "void";

  /**
   * The columns of a row as one text. Each additional column that is read costs a start some
   * microseconds.
   */
  private static final String TEXT =
      "p.id || char(10) || p.channel_id || char(10) || p.desired || char(10) || p.definition";

  private static final String ROWS =
      "SELECT "
          + TEXT
          + ", coalesce(d.digest, '') FROM project p LEFT JOIN project_digest d"
          + " ON d.project_id = p.id";

  /**
   * Selects the rows, and the digests without a row. One statement reads both, because other
   * connections may write in between.
   */
  private static final String ALL =
      ROWS
          + " UNION ALL SELECT NULL, project_id FROM project_digest"
          + " WHERE project_id NOT IN (SELECT id FROM project)";

  /**
   * Returns all rows.
   *
   * @throws SQLException also with {@link Damage#CORRUPT}, if a row is damaged or lost
   */
  public static List<ProjectRow> all(Connection connection) throws SQLException {
    return Sql.all(connection, rows -> row(rows).checked(), ALL);
  }

  /** Returns the row of a project, which must exist. */
  public static ProjectRow of(Connection connection, String channelId) throws SQLException {
    return Sql.first(connection, ProjectRow::row, ROWS + " WHERE p.channel_id = ?", channelId)
        .orElseThrow(
            () -> damaged("the row of project " + channelId + " cannot be found by its channelId"));
  }

  private static ProjectRow row(ResultSet rows) throws SQLException {
    String text = rows.getString(1);
    String[] columns = text == null ? new String[0] : text.split("\n", 4);
    if (columns.length < 4) {
      throw damaged("a row of table project was lost without being removed, or holds a NULL");
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

  /** Returns whether the row was written by a program without digests. */
  boolean unproven() {
    return stored.equals(VOID);
  }

  /**
   * Returns the digest: 16 hex digits, the CRC-32C and CRC-32 of all four columns. It must detect
   * damage, not forgery. In a JVM that has just started, SHA-256 takes ten times as long.
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
