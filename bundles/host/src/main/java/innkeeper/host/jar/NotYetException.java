package innkeeper.host.jar;

import innkeeper.api.surface.Surfaces.SurfaceException;

/**
 * A jar cannot be deployed as things are, and may be later: its copy is not finished, or another
 * bundle is in its way. It is left where it lies.
 */
public class NotYetException extends SurfaceException {

  private static final long serialVersionUID = 1L;

  public NotYetException(String message) {
    super(message);
  }

  public NotYetException(String message, Throwable cause) {
    super(message, cause);
  }
}
