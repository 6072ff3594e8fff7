package innkeeper.store;

import innkeeper.common.file.Durable;
import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Bind;
import innkeeper.store.guard.Layout;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.ProjectDigests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The creation of the first bot.db. The file appears under its name complete or not at all, so an
 * empty bot.db is always an error.
 */
final class Creation {

  private Creation() {}

  static Bind create(Layout layout, List<Migration> migrations) throws IOException, SQLException {
    int epoch = ApplicationId.epoch();
    Bind bind = new Bind(Bind.State.OPENING, epoch, epoch);
    bind.write(layout.dataDir());
    Path fresh = layout.dataDir().resolve(".bot.db.new");
    Files.deleteIfExists(fresh);
    Files.deleteIfExists(Layout.sidecar(fresh, "-journal"));
    Durable.create(fresh);
    try (Connection connection = Connections.fresh(fresh)) {
      Sql.execute(connection, "PRAGMA application_id=" + epoch);
      Migration.run(connection, migrations);
      ProjectDigests.renewVoid(connection);
      SqliteIncidents.make(connection);
    }
    Durable.rename(fresh, layout.database());
    return bind;
  }
}
