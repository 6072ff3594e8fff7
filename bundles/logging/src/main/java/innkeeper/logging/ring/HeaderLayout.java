package innkeeper.logging.ring;

import innkeeper.logging.ring.RingHeader.Of;
import java.nio.ByteBuffer;

/**
 * Where the fields of a {@link RingHeader} lie. The drop accounts and the rest of a torn line lie
 * in both layouts at the same place.
 */
interface HeaderLayout {

  HeaderLayout ONE_STREAM = new OneStreamLayout();
  HeaderLayout TWO_STREAMS = new TwoStreamLayout();

  /** What the file begins with. */
  long magic();

  /** Where the bytes of stdout begin. */
  int bytes();

  int recordBytes();

  /** Where the counts lie. */
  int counts();

  HeaderRecord read(ByteBuffer map, int at);

  void write(ByteBuffer map, int at, HeaderRecord record);

  /** Writes one field of a record that counts already. */
  void write(ByteBuffer map, int at, HeaderRecord record, ServerStream stream, Of field);

  /** One read of the table. */
  Read read(ByteBuffer map, ServerStream stream, int slot);

  void write(ByteBuffer map, int slot, Read read);
}
