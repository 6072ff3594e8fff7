package innkeeper.logging.reading.search;

/** Finds lines by their own text. */
final class PlainLines implements MatchedLines {

  private final LineMatcher matcher;
  private final SlidingText text;
  private final Part part;
  private long searched;

  PlainLines(LineMatcher matcher, SlidingText text, Part part) {
    this.matcher = matcher;
    this.text = text;
    this.part = part;
    this.searched = part.from();
  }

  @Override
  public long next(int end) {
    int at = (int) (searched - text.base);
    int hit = at < end ? matcher.find(text.bytes, at, end) : -1;
    int start = hit < 0 ? end : text.lineStart(hit, at);
    if (hit < 0 || text.base + start >= part.to()) {
      searched = text.base + end;
      return -1;
    }
    searched = text.base + text.lineEnd(start, end);
    return text.base + start;
  }

  @Override
  public long searched() {
    return searched;
  }

  @Override
  public void finish() {
    // Each line was decided when it was searched.
  }
}
