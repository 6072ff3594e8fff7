package innkeeper.admin.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdminServletTest {

  /** Felix's whiteboard calls the root's servlet path something else than Jetty does. */
  @Test
  void theRootIsFoundForEachFormOfTheServletPath() {
    assertEquals("/", AdminServlet.path(request("/", "", null)));
    assertEquals("/", AdminServlet.path(request("/", "", "/")));
    assertEquals("/", AdminServlet.path(request("/", "/", "/")));
    assertEquals("/api/projects", AdminServlet.path(request("/api/projects", "", "/api/projects")));
    assertEquals("/api/projects", AdminServlet.path(request("/api/projects", "/api", "/projects")));
  }

  /** The answer ends there: nothing is written after it, and nothing is thrown at the container. */
  @Test
  void aClientThatLeftIsNotAnsweredAgain() throws Exception {
    List<String> calls = new ArrayList<>();
    HttpServletResponse response =
        (HttpServletResponse)
            Proxy.newProxyInstance(
                AdminServletTest.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (proxy, method, args) -> {
                  calls.add(method.getName());
                  return method.getName().equals("isCommitted") ? false : null;
                });
    serve(exchange -> new ClientOutput(broken()).write(1), response);
    assertEquals(List.of(), calls);
  }

  /** A log's file that fails is no client that left, though both are an IOException. */
  @Test
  void aFailureAfterTheAnswerBeganReachesTheContainer() {
    HttpServletResponse committed =
        (HttpServletResponse)
            Proxy.newProxyInstance(
                AdminServletTest.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (proxy, method, args) -> method.getName().equals("isCommitted") ? true : null);
    IOException thrown =
        assertThrows(IOException.class, () -> serve(exchange -> broken().write(1), committed));
    assertEquals("answer broke off: /x", thrown.getMessage());
  }

  private static OutputStream broken() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException("broken");
      }
    };
  }

  private static void serve(Route.Endpoint endpoint, HttpServletResponse response)
      throws IOException {
    RouteTable router = new RouteTable(List.of(Route.get("/x").by(endpoint)));
    new AdminServlet(() -> ServiceSnapshot.EMPTY, router, new InFlight(), Duration.ofSeconds(1))
        .service(request("/x", "/x", null), response);
  }

  private static HttpServletRequest request(String uri, String servletPath, String pathInfo) {
    return (HttpServletRequest)
        Proxy.newProxyInstance(
            AdminServletTest.class.getClassLoader(),
            new Class<?>[] {HttpServletRequest.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "getRequestURI" -> uri;
                  case "getServletPath" -> servletPath;
                  case "getPathInfo" -> pathInfo;
                  case "getMethod" -> "GET";
                  case "getContentLengthLong" -> 0L;
                  case "getQueryString", "getAttribute" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
