package innkeeper.supervisor.process;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OtherWorkTest {

  @Test
  void workOfAnotherThreadIsDetectedUntilItEnds() throws Exception {
    OtherWork work = new OtherWork();
    AtomicBoolean over = new AtomicBoolean();
    Thread other =
        new Thread(
            () -> {
              while (!over.get()) {
                Thread.onSpinWait();
              }
            });
    other.start();
    while (!work.busy()) {
      Thread.sleep(20);
    }
    over.set(true);
    other.join();
    while (work.busy()) {
      Thread.sleep(20);
    }
  }

  @Test
  void workOfTheCallingThreadDoesNotCount() {
    OtherWork work = new OtherWork();
    long end = Proc.uptimeMillis() + 1000;
    boolean busy = true;
    while (busy || Proc.uptimeMillis() < end) {
      busy = work.busy();
    }
    assertFalse(busy);
  }
}
