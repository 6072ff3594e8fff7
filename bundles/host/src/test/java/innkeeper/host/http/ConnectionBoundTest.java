package innkeeper.host.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.junit.jupiter.api.Test;

class ConnectionBoundTest {

  private final ConnectionBound bound = new ConnectionBound();
  private final List<String> closed = new ArrayList<>();

  private static <T> T fake(Class<T> type, java.lang.reflect.InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /**
   * @param waits whether we wait for its next request, or the rest of one
   */
  private Connection connection(String name, boolean waits, long created, long asked) {
    EndPoint end =
        fake(
            EndPoint.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                closed.add(name);
                return null;
              }
              return waits;
            });
    return fake(
        Connection.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getEndPoint" -> end;
              case "getMessagesIn" -> asked;
              case "getCreatedTimeStamp" -> created;
              case "equals" -> proxy == arguments[0];
              default -> System.identityHashCode(proxy);
            });
  }

  private void fill(int count) {
    for (int i = 0; i < count; i++) {
      bound.onOpened(connection("answered " + i, false, i, 1));
    }
  }

  @Test
  void atMostTheLimitOfConnectionsAreOpen() {
    assertEquals(128, ConnectionBound.MOST);
    fill(ConnectionBound.MOST);
    assertEquals(List.of(), closed);
  }

  @Test
  void aConnectionWithoutARequestIsClosedBeforeAnOlderOneWithOne() {
    fill(ConnectionBound.MOST - 3);
    bound.onOpened(connection("oldest", true, 1, 7));
    bound.onOpened(connection("silent", true, 2, 0));
    bound.onOpened(connection("later silent", true, 3, 0));
    bound.onOpened(connection("newcomer", false, 4, 0));
    assertEquals(List.of("silent"), closed);
    bound.onOpened(connection("another", false, 5, 0));
    bound.onOpened(connection("third", false, 6, 0));
    assertEquals(List.of("silent", "later silent", "oldest"), closed);
  }

  @Test
  void theNewConnectionIsClosedIfAllOthersAreBeingAnswered() {
    fill(ConnectionBound.MOST);
    bound.onOpened(connection("newcomer", false, 1, 0));
    assertEquals(List.of("newcomer"), closed);
  }

  @Test
  void aClosedOneMakesRoom() {
    Connection first = connection("first", false, 1, 1);
    bound.onOpened(first);
    fill(ConnectionBound.MOST - 1);
    bound.onClosed(first);
    bound.onOpened(connection("newcomer", false, 1, 0));
    assertEquals(List.of(), closed);
  }
}
