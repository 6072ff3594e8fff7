package innkeeper.logging.ring;

/**
 * One read(2) of a stream: what the join of the two streams goes by, live and in a replay.
 *
 * @param end the stream's offset behind its last byte
 * @param order counts the reads of both streams
 * @param arrivedMillis when it returned, by the wall clock
 */
public record Read(ServerStream stream, long end, long order, long arrivedMillis) {}
