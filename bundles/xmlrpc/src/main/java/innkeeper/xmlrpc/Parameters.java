package innkeeper.xmlrpc;

import java.util.List;

/** The parameters of a call by position and type. A wrong type causes INCORRECT_PARAMETERS. */
record Parameters(List<Object> values) {

  String string(int index) {
    if (values.get(index) instanceof String text) {
      return text;
    }
    throw new Fault(FaultCode.INCORRECT_PARAMETERS, "a string is expected");
  }

  int integer(int index) {
    if (values.get(index) instanceof Integer number) {
      return number;
    }
    throw new Fault(FaultCode.INCORRECT_PARAMETERS, "a whole number is expected");
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
    if (values.get(index) instanceof List<?> list) {
      return list;
    }
    throw new Fault(FaultCode.INCORRECT_PARAMETERS, "an array is expected");
  }
}
