package innkeeper.host.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;

class ParkedRequestsTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final ParkedRequests parked =
      new ParkedRequests(fake(BundleContext.class, (proxy, method, arguments) -> null));

  @AfterEach
  void stop() {
    parked.stop();
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** A request and what was done to it. */
  private static final class Asked {

    final BlockingQueue<String> done = new LinkedBlockingQueue<>();
    final Map<String, Object> attributes = new HashMap<>();
    final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    final HttpServletRequest request = fake(HttpServletRequest.class, this::request);
    AsyncListener listener;
    int status;
    long timeout = -1;

    private Object request(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
      return switch (method.getName()) {
        case "getAttribute" -> attributes.get(arguments[0]);
        case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
        case "isAsyncSupported" -> true;
        case "startAsync" -> fake(AsyncContext.class, this::context);
        default -> throw new AssertionError(method);
      };
    }

    private Object context(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
      switch (method.getName()) {
        case "dispatch", "complete" -> done.add(method.getName());
        case "addListener" -> listener = (AsyncListener) arguments[0];
        case "getResponse" -> {
          return fake(HttpServletResponse.class, this::response);
        }
        case "equals" -> {
          return proxy == arguments[0];
        }
        case "hashCode" -> {
          return System.identityHashCode(proxy);
        }
        default -> {
          assertEquals("setTimeout", method.getName());
          timeout = (Long) arguments[0];
        }
      }
      return null;
    }

    private Object response(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
      if (method.getName().equals("setStatus")) {
        status = (Integer) arguments[0];
      }
      return method.getName().equals("getOutputStream") ? new BytesOutput(answer) : null;
    }
  }

  @Test
  void aParkedRequestOfAServletIsDispatchedAgain() throws Exception {
    Asked asked = new Asked();
    assertTrue(parked.test(asked.request, LONG));
    assertEquals("dispatch", asked.done.poll(10, TimeUnit.SECONDS));
  }

  @Test
  void aRequestAtTheGateWaitsForAServlet() throws Exception {
    Asked asked = new Asked();
    assertTrue(parked.park(asked.request, LONG, () -> false));
    assertNull(asked.done.poll(100, TimeUnit.MILLISECONDS));
    parked.sendAllOn();
    assertEquals("dispatch", asked.done.poll(10, TimeUnit.SECONDS));
  }

  /** However often it comes by. */
  @Test
  void aRequestWhoseTimeIsUpIsNotParkedAgain() throws Exception {
    Asked asked = new Asked();
    assertTrue(parked.test(asked.request, Duration.ofMillis(60)));
    int rounds = 1;
    while (asked.done.poll(10, TimeUnit.SECONDS) != null
        && parked.test(asked.request, Duration.ofMillis(60))) {
      rounds++;
    }
    assertTrue(rounds <= 3, rounds + " rounds of 25 ms in 60 ms");
  }

  /** Two that end it at once would be an answer with status 500. */
  @Test
  void onlyTheTimerEndsTheWaitAndOnce() throws Exception {
    Asked asked = new Asked();
    parked.park(asked.request, Duration.ofMillis(50), () -> false);
    assertEquals(0, asked.timeout, "Jetty has none");
    assertEquals("dispatch", asked.done.poll(10, TimeUnit.SECONDS));
    parked.sendAllOn();
    assertNull(asked.done.poll(100, TimeUnit.MILLISECONDS));
  }

  @Test
  void atMostTwoHundredAndFiftySixRequestsAreParked() throws IOException {
    Asked first = new Asked();
    assertTrue(parked.park(first.request, LONG, () -> false));
    for (int i = 1; i < 256; i++) {
      assertTrue(parked.park(new Asked().request, LONG, () -> false), i + " are parked");
    }
    assertFalse(parked.park(new Asked().request, LONG, () -> false));
    first.listener.onError(null);
    assertTrue(parked.park(new Asked().request, LONG, () -> false));
  }

  @Test
  void aStoppingHostAnswersParkedRequestsAndParksNoMore() {
    Asked asked = new Asked();
    parked.park(asked.request, LONG, () -> false);
    parked.stop();
    assertEquals("complete", asked.done.poll());
    assertEquals(503, asked.status);
    assertTrue(
        asked.answer.toString(StandardCharsets.UTF_8).contains("\"error\":\"surface away\""));
    assertFalse(parked.test(new Asked().request, LONG));
  }
}
