package innkeeper.xmlrpc;

import java.util.List;

/**
 * A call of a client.
 *
 * @param method the name of the method
 * @param params String, Integer, Boolean, Double, List or Map each
 */
record Call(String method, List<Object> params) {

  /** Reports that the body is not an XML-RPC call in a supported form. */
  static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }
}
