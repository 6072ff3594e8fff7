package innkeeper.store.write;

import java.sql.SQLException;

/** Something to be done in a transaction, all or nothing. */
@FunctionalInterface
public interface Work<T> {
  T run(Transaction transaction) throws SQLException;
}
