package innkeeper.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntBiFunction;
import org.junit.jupiter.api.Test;

class ServiceManagerTest {

  private static final long PID = 4711;

  private final List<String> sent = new ArrayList<>();

  private ServiceManager manager(Map<String, String> env) {
    ToIntBiFunction<String, String> send =
        (address, text) -> {
          sent.add(address + ": " + text);
          return 0;
        };
    return new ServiceManager(env, PID, () -> Optional.of(send));
  }

  @Test
  void eachStepOfTheHostIsSentInTheWordsOfTheProtocol() {
    ServiceManager manager = manager(Map.of("NOTIFY_SOCKET", "@s"));
    manager.ready();
    manager.reloading();
    manager.stopping();
    assertEquals("@s: READY=1\nSTATUS=ready", sent.get(0));
    String reloading = "@s: RELOADING=1\nMONOTONIC_USEC=[0-9]+\nSTATUS=the next host takes over";
    assertTrue(sent.get(1).matches(reloading), sent.get(1));
    assertTrue(sent.get(2).startsWith("@s: STOPPING=1\nSTATUS="), sent.get(2));
  }

  @Test
  void theWatchdogIsAnsweredWhileTheHostWorksAndAStatusIsSentOnce() throws Exception {
    Iterator<Boolean> works = List.of(true, true, false).iterator();
    Map<String, String> env =
        Map.of("NOTIFY_SOCKET", "/s", "WATCHDOG_USEC", "2000", "WATCHDOG_PID", "" + PID);
    manager(env).keepSending(works::next, () -> "1 project, 1 ready; health pass");
    assertEquals(
        List.of("/s: WATCHDOG=1", "/s: STATUS=1 project, 1 ready; health pass", "/s: WATCHDOG=1"),
        sent);
  }

  @Test
  void theWatchdogOfAnotherProcessIsNotAnswered() throws Exception {
    Map<String, String> env =
        Map.of("NOTIFY_SOCKET", "/s", "WATCHDOG_USEC", "2000", "WATCHDOG_PID", "1");
    ServiceManager manager = manager(env);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> manager.keepSending(() -> true, () -> "x"));
    assertEquals(List.of("/s: STATUS=x"), sent);
  }

  @Test
  void withoutAManagerNothingIsSent() throws Exception {
    ServiceManager manager = manager(Map.of("WATCHDOG_USEC", "2000"));
    manager.ready();
    manager.keepSending(() -> true, () -> "x");
    assertEquals(List.of(), sent);
  }
}
