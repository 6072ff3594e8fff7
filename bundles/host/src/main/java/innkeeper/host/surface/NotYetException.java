package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;

/**
 * A jar cannot be deployed as things are, and may be later: its copy is not finished, or another
 * bundle is in its way. It is left where it lies.
 */
class NotYetException extends SurfaceException {

  private static final long serialVersionUID = 1L;

  NotYetException(String message) {
    super(message);
  }

  NotYetException(String message, Throwable cause) {
    super(message, cause);
  }
}
