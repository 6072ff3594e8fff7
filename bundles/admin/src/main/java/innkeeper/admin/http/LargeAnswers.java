package innkeeper.admin.http;

/**
 * The budget for large answers that their readers have not taken yet: an eighth of the heap.
 * Readers decide how long that takes, so a hundred slow ones could otherwise fill the heap.
 */
final class LargeAnswers {

  /** The budget of all requests to this bundle. It starts again at 0 when the bundle is updated. */
  static final LargeAnswers HELD = new LargeAnswers(Runtime.getRuntime().maxMemory() / 8);

  private final long most;
  private long held;

  LargeAnswers(long most) {
    this.most = most;
  }

  /**
   * Reserves bytes; returns false if they exceed the budget. A single answer of any size is
   * accepted.
   */
  synchronized boolean take(int bytes) {
    if (held > 0 && held + bytes > most) {
      return false;
    }
    held += bytes;
    return true;
  }

  synchronized long held() {
    return held;
  }

  synchronized void giveBack(int bytes) {
    held -= bytes;
  }
}
