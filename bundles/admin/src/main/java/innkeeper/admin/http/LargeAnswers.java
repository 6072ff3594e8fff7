package innkeeper.admin.http;

/**
 * How much of the heap answers may hold that their readers have not taken yet: an eighth. Readers
 * decide how long that is, so without a bound a hundred slow ones could take all of it.
 */
final class LargeAnswers {

  /** Of all requests this bundle answers; the bound starts anew when the bundle is updated. */
  static final LargeAnswers HELD = new LargeAnswers(Runtime.getRuntime().maxMemory() / 8);

  private final long most;
  private long held;

  LargeAnswers(long most) {
    this.most = most;
  }

  /** One is always taken, however large. */
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
