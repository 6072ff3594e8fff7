package innkeeper.api.panel;

import innkeeper.api.json.JsonForm;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The panels that there are, and what reads them. Provided by the extensions bundle; the service is
 * away while that bundle is replaced. Safe for many threads. No method returns null, and none runs
 * code of a {@link Panel} on the caller's thread.
 */
@ProviderType
public interface Panels {

  /**
   * The panels, by name.
   *
   * @return empty if there is none
   */
  List<Entry> entries();

  /**
   * What a panel shows now.
   *
   * @param project channelId or name; "" for the host
   * @return never completed with an exception, and at the latest shortly after {@link Panel#LIMIT}
   * @throws UnknownPanelException if there is no such panel, or not for this project or the host
   * @throws innkeeper.api.supervisor.Supervisor.UnknownProjectException if there is no such project
   * @throws innkeeper.api.service.ServiceAwayException if the supervisor is away
   */
  CompletableFuture<PanelReading> read(String name, String project);

  /**
   * A panel.
   *
   * @param title its heading, redacted
   * @param scope what it is of
   * @param projects channelIds that have it; empty for all
   */
  @JsonForm(name = "PanelEntry")
  record Entry(String name, String title, Panel.Scope scope, List<String> projects) {

    /**
     * Whether a project has it.
     *
     * @param channelId of the project; "" for the host
     * @return false for a panel of the host and a project, and the other way round
     */
    public boolean of(String channelId) {
      return scope == Panel.Scope.HOST
          ? channelId.isEmpty()
          : !channelId.isEmpty() && (projects.isEmpty() || projects.contains(channelId));
    }
  }

  /** There is no such panel, or not for this project or the host. */
  class UnknownPanelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message lists those there are
     */
    public UnknownPanelException(String message) {
      super(message);
    }
  }
}
