package @package@;

import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/** Every user of the machine can call it, and a GET changes nothing. */
final class @Name@ extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private final transient Supplier<Optional<Supervisor>> supervisor;

  @Name@(Supplier<Optional<Supervisor>> supervisor) {
    this.supervisor = supervisor;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/plain;charset=UTF-8");
    response.getWriter().print(text());
  }

  String text() {
    StringBuilder text = new StringBuilder();
    supervisor
        .get()
        .ifPresent(
            there -> {
              for (ProjectStatus project : there.projects()) {
                text.append(project.name()).append(' ').append(project.state()).append('\n');
              }
            });
    return text.toString();
  }
}
