package innkeeper.admin.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class AdminServletTest {

  /** Felix's whiteboard calls the root's servlet path something else than Jetty does. */
  @Test
  void theRootIsTheRootWhateverTheWhiteboardCallsIt() {
    assertEquals("/", AdminServlet.path(request("/", "", null)));
    assertEquals("/", AdminServlet.path(request("/", "", "/")));
    assertEquals("/", AdminServlet.path(request("/", "/", "/")));
    assertEquals("/api/projects", AdminServlet.path(request("/api/projects", "", "/api/projects")));
    assertEquals("/api/projects", AdminServlet.path(request("/api/projects", "/api", "/projects")));
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
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
