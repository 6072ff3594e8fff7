package innkeeper.common.terminal;

/**
 * A colour of text on a terminal. A colour never carries information that the text does not have.
 */
public enum Colour {
  NONE(""),
  GREEN("32"),
  YELLOW("33"),
  RED("31"),
  MAGENTA("35"),
  DIM("2");

  private final String code;

  Colour(String code) {
    this.code = code;
  }

  public String paint(String text, boolean colours) {
    return !colours || code.isEmpty() ? text : "\033[" + code + "m" + text + "\033[0m";
  }
}
