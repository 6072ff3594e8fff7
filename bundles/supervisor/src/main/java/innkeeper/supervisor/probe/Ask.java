package innkeeper.supervisor.probe;

/** One way to ask a server how it is. Asked by one thread at a time. */
interface Ask {

  /**
   * Asks once; may block as long as it likes, for {@link #cancel} ends it.
   *
   * @return "" when the server is well, else what is wrong
   * @throws Exception what is wrong, as well
   */
  String ask() throws Exception;

  /** Ends an {@link #ask} in progress, from another thread. */
  void cancel();

  /** Whether one good answer is for good. */
  default boolean onceIsEnough() {
    return false;
  }
}
