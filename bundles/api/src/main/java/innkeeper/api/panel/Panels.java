package innkeeper.api.panel;

import innkeeper.api.json.JsonForm;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The registered panels, and the service that reads them. The extensions bundle provides it; the
 * service is away while that bundle is replaced. Safe for many threads. No method returns null, and
 * no method runs code of a {@link Panel} on the caller's thread.
 */
@ProviderType
public interface Panels {

  /** Returns the panels, sorted by name. */
  List<Entry> entries();

  /**
   * Reads the present content of a panel.
   *
   * @param project channelId or name; "" for the host
   * @return completes shortly after {@link Panel#LIMIT} at the latest; never completes with an
   *     exception
   * @throws UnknownPanelException if no panel has that name, or it does not belong to this project
   *     or the host
   * @throws innkeeper.api.supervisor.Supervisor.UnknownProjectException if no project has that
   *     channelId or name
   * @throws innkeeper.api.service.ServiceAwayException if the supervisor is away
   */
  CompletableFuture<PanelReading> read(String name, String project);

  /**
   * A registered panel.
   *
   * @param title the heading, redacted
   * @param scope the subject of the panel
   * @param projects channelIds of the projects that have it; empty for all
   */
  @JsonForm(name = "PanelEntry")
  record Entry(String name, String title, Panel.Scope scope, List<String> projects) {

    /**
     * Returns whether a project has the panel.
     *
     * @param channelId the project; "" for the host
     * @return false if the panel is of the host and the argument is a project, and in the reverse
     *     case
     */
    public boolean of(String channelId) {
      return scope == Panel.Scope.HOST
          ? channelId.isEmpty()
          : !channelId.isEmpty() && (projects.isEmpty() || projects.contains(channelId));
    }
  }

  /** No panel has that name, or it does not belong to this project or the host. */
  class UnknownPanelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message a text that lists the existing panels
     */
    public UnknownPanelException(String message) {
      super(message);
    }
  }
}
