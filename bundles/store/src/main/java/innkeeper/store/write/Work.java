package innkeeper.store.write;

import java.sql.SQLException;

/** A piece of work in a transaction; either all its changes are stored or none. */
@FunctionalInterface
public interface Work<T> {
  T run(Transaction transaction) throws SQLException;
}
