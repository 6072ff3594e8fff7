package innkeeper.supervisor.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;

class LibraryCallTest {

  @Test
  void aCallIsLoadedOnceAtItsFirstUse() {
    List<String> loads = new ArrayList<>();
    LibraryCall<String> call =
        new LibraryCall<>(
            "one",
            Optional.of(
                () -> {
                  loads.add("load");
                  return "call";
                }));
    assertTrue(loads.isEmpty());
    assertEquals(Optional.of("call"), call.find());
    assertEquals(Optional.of("call"), call.find());
    assertEquals(1, loads.size());
  }

  @Test
  void onlyCallsThatBootOffersAreFound() {
    Object before = System.getProperties().get("innkeeper.boot");
    try {
      java.util.function.Supplier<String> offered = () -> "call";
      System.getProperties().put("innkeeper.boot", java.util.Map.of("one", offered, "two", "no"));
      assertEquals(Optional.of("call"), LibraryCall.offered("one").find());
      assertEquals(Optional.empty(), LibraryCall.offered("two").find());
      assertEquals(Optional.empty(), LibraryCall.offered("three").find());
    } finally {
      if (before == null) {
        System.getProperties().remove("innkeeper.boot");
      } else {
        System.getProperties().put("innkeeper.boot", before);
      }
    }
  }

  @Test
  void aShellSendsSignalsIfNoCallIsOffered() {
    List<List<String>> commands = new ArrayList<>();
    Signals signals =
        new Signals(
            LibraryCall.offered("none"),
            command -> {
              commands.add(command);
              return 0;
            });
    signals.send("TERM", List.of(-4711L, 12L));
    assertEquals(List.of(List.of("kill", "-s", "TERM", "--", "-4711", "12")), commands);
  }

  @Test
  void theCallSendsSignalsToGroupsAndProcesses() {
    List<String> sent = new ArrayList<>();
    IntBinaryOperator kill =
        (target, number) -> {
          sent.add(target + " " + number);
          return 0;
        };
    Signals signals =
        new Signals(
            new LibraryCall<>("signal.send", Optional.of(() -> kill)),
            command -> {
              throw new IllegalStateException("a shell was asked: " + command);
            });
    signals.prepare();
    signals.send("TERM", List.of(-4711L, 12L));
    signals.send("CONT", List.of(-4711L));
    assertEquals(List.of("-4711 15", "12 15", "-4711 18"), sent);
  }
}
