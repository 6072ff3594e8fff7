package innkeeper.logging.index;

/**
 * One read(2) of a stream, by which the two streams are joined, live and in a replay.
 *
 * @param end the stream's offset behind its last byte
 * @param order the number of the read among the reads of both streams
 * @param arrivedMillis when the read returned, by the wall clock; negative if its bytes were
 *     printed while no host ran
 */
public record Read(ServerStream stream, long end, long order, long arrivedMillis) {

  public long arrived() {
    return Math.abs(arrivedMillis);
  }

  public boolean late() {
    return arrivedMillis < 0;
  }
}
