package innkeeper.host.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.store.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RefusalRecordTest {

  private static final class Told implements AuditLog {
    final List<String> details = new CopyOnWriteArrayList<>();
    volatile boolean fails;

    @Override
    public AuditEntry append(AuditDraft draft) {
      if (fails) {
        takesItsTime();
        throw new StoreException("the disk is full");
      }
      details.add(draft.detail());
      return new AuditEntry(
          1, Instant.EPOCH, draft.action(), "", draft.actor(), "refused", draft.detail(), "", "");
    }

    @Override
    public Page entries(int limit, long before, String channelId, String action) {
      return new Page(List.of(), OptionalLong.empty());
    }

    @Override
    public Verification verify() {
      return new Verification(0, OptionalLong.empty(), "");
    }

    /** So that whoever does not wait for an entry under way is seen to lose its count. */
    private static void takesItsTime() {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    long total(String rule) {
      return details.stream()
          .filter(detail -> detail.startsWith(rule + " count="))
          .mapToLong(detail -> Long.parseLong(detail.substring(detail.indexOf('=') + 1)))
          .sum();
    }
  }

  private final Told told = new Told();
  private final RefusalRecord record = new RefusalRecord();

  private void refuse(String rule, int times) {
    for (int i = 0; i < times; i++) {
      record.add(rule);
    }
  }

  @Test
  void aFloodIsTwoEntriesAndAStopLosesNoCount() throws Exception {
    record.to(told);
    refuse("host", 1);
    while (told.details.isEmpty()) {
      Thread.sleep(1);
    }
    refuse("host", 999);
    refuse("origin", 3);
    record.close();
    assertEquals(1000, told.total("host"));
    assertEquals(2, told.details.stream().filter(d -> d.startsWith("host")).count());
    assertEquals(3, told.total("origin"));
  }

  @Test
  void countsAreWrittenBeforeTheStoreLeavesAndLaterOnesToTheNextStore() {
    record.to(told);
    refuse("host", 5);
    record.leaves(told);
    refuse("host", 7);
    Told next = new Told();
    record.to(next);
    record.close();
    assertEquals(5, told.total("host"));
    assertEquals(7, next.total("host"));
  }

  @Test
  void anEntryThatCouldNotBeWrittenKeepsItsCount() {
    told.fails = true;
    record.to(told);
    refuse("host", 4);
    record.leaves(told);
    told.fails = false;
    record.to(told);
    record.close();
    assertEquals(4, told.total("host"));
  }
}
