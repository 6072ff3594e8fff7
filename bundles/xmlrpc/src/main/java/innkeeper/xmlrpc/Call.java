package innkeeper.xmlrpc;

import java.util.List;

/**
 * What a client asks for.
 *
 * @param params String, Integer, Boolean, Double, List or Map each
 */
record Call(String method, List<Object> params) {

  /** The body is no XML-RPC call that we read. */
  static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }
}
