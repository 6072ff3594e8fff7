package innkeeper.store;

import innkeeper.api.store.IncidentStore;
import innkeeper.store.read.Readers;
import innkeeper.store.table.IncidentTable;
import innkeeper.store.write.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The store of incidents in table {@code incident}. */
final class SqliteIncidents implements IncidentStore {

  private static final String WHAT = "the incidents";

  private final Writer writer;
  private final Readers readers;

  SqliteIncidents(Writer writer, Readers readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public List<Long> put(List<StoredIncident> incidents) {
    if (incidents.isEmpty()) {
      return List.of();
    }
    return writer.write(
        transaction -> {
          List<Long> ids = new ArrayList<>();
          for (StoredIncident incident : incidents) {
            ids.add(IncidentTable.put(transaction.connection(), incident));
          }
          return List.copyOf(ids);
        });
  }

  @Override
  public List<StoredIncident> find(
      Collection<String> channelIds, Instant from, Instant to, Optional<Boolean> open, int limit) {
    return readers.read(
        WHAT, connection -> IncidentTable.find(connection, channelIds, from, to, open, limit));
  }

  @Override
  public Optional<StoredIncident> incident(long id) {
    return readers.read(WHAT, connection -> IncidentTable.at(connection, id));
  }

  @Override
  public int prune(Instant before, int most, long mostBytes) {
    return writer.write(
        transaction -> IncidentTable.prune(transaction.connection(), before, most, mostBytes));
  }
}
