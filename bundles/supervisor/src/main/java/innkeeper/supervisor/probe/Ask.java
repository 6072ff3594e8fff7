package innkeeper.supervisor.probe;

/** A way to probe a server. Used by one thread at a time. */
interface Ask {

  /**
   * Probes once. May block for any time, because {@link #cancel} ends it.
   *
   * @return "" if the server is well, else what is wrong
   * @throws Exception if the probe fails; the message says what is wrong
   */
  String ask() throws Exception;

  /** Ends an {@link #ask} in progress, from another thread. */
  void cancel();

  /** Returns whether one good answer is final. */
  default boolean onceIsEnough() {
    return false;
  }
}
