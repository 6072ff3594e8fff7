package innkeeper.logging.ring;

/**
 * One read(2) of a stream: what the join of the two streams goes by, live and in a replay.
 *
 * @param end the stream's offset behind its last byte
 * @param order counts the reads of both streams
 * @param arrivedMillis when it returned, by the wall clock; negative where what it brought had been
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
