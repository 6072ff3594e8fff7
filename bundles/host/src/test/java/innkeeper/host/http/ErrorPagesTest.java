package innkeeper.host.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ErrorPagesTest {

  private final Map<String, Object> attributes = new HashMap<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private int status;
  private int dispatched;
  private boolean committed;

  private final HttpServletRequest request = fake(HttpServletRequest.class, this::request);
  private final HttpServletResponse response = fake(HttpServletResponse.class, this::response);

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private Object request(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "getAttribute" -> attributes.get(arguments[0]);
      case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
      case "removeAttribute" -> attributes.remove(arguments[0]);
      case "isAsyncSupported" -> true;
      case "startAsync" ->
          fake(
              AsyncContext.class,
              (context, dispatch, none) -> {
                dispatched++;
                return null;
              });
      default -> throw new AssertionError(method);
    };
  }

  private Object response(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "isCommitted" -> committed;
      case "getOutputStream" -> new BytesOutput(body);
      case "setStatus" -> status = (Integer) arguments[0];
      default -> null;
    };
  }

  private String error(int code) throws IOException {
    ErrorPages pages = new ErrorPages(request, response);
    pages.sendError(code, "java.lang.NullPointerException at the.Servlet");
    pages.askAgainIfMissed();
    return body.toString(StandardCharsets.UTF_8);
  }

  @Test
  void anErrorIsAProblemDocumentWithoutTheServletsMessage() throws IOException {
    String problem = error(500);
    assertEquals(500, status);
    assertTrue(problem.contains("\"error\":\"failed\""), problem);
    assertFalse(problem.contains("NullPointer"), problem);
  }

  @Test
  void anUnknownPathOrMethodIsAnsweredAsSuch() throws IOException {
    assertTrue(error(404).contains("\"error\":\"unknown path\""));
    body.reset();
    assertTrue(error(405).contains("\"error\":\"method not allowed\""));
  }

  @Test
  void anErrorAfterHalfAnAnswerClosesTheConnection() {
    committed = true;
    assertThrows(IOException.class, () -> error(500));
  }

  @Test
  void aRequestOfAnUnregisteredServletIsDispatchedAtMostTwentyTimes() throws IOException {
    for (int i = 1; i <= 20; i++) {
      attributes.put(
          RequestDispatcher.ERROR_EXCEPTION, new ServletException("Servlet has been unregistered"));
      assertEquals("", error(500));
      assertEquals(i, dispatched);
      assertFalse(attributes.containsKey(RequestDispatcher.ERROR_EXCEPTION));
    }
    attributes.put(
        RequestDispatcher.ERROR_EXCEPTION, new ServletException("Servlet has been unregistered"));
    assertTrue(error(500).contains("\"error\":\"failed\""));
    assertEquals(20, dispatched);
  }
}
