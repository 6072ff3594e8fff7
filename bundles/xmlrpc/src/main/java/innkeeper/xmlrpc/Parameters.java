package innkeeper.xmlrpc;

import java.util.List;

/** The parameters of a call by position and type. A wrong type causes INCORRECT_PARAMETERS. */
record Parameters(List<Object> values) {

  String string(int index) {
    return expect(index, String.class, "a string");
  }

  int integer(int index) {
    return expect(index, Integer.class, "a whole number");
  }

  /** Returns the parameter {@code wait}; true if the caller left it out. */
  boolean waits(int index) {
    if (index >= values.size()) {
      return true;
    }
    Object value = values.get(index);
    return value instanceof Boolean truth ? truth : !Integer.valueOf(0).equals(value);
  }

  List<?> list(int index) {
    return expect(index, List.class, "an array");
  }

  private <T> T expect(int index, Class<T> type, String what) {
    if (!type.isInstance(values.get(index))) {
      throw new Fault(FaultCode.INCORRECT_PARAMETERS, what + " is expected");
    }
    return type.cast(values.get(index));
  }
}
