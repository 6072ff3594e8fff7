package innkeeper.host.jar;

import innkeeper.api.surface.Surfaces.SurfaceException;

/**
 * Reports that a jar cannot be deployed now, but possibly later. Its copy may be unfinished, or
 * another bundle may have its name and version. The jar stays where it is.
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
