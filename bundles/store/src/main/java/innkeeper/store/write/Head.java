package innkeeper.store.write;

import innkeeper.store.audit.Link;

/** The chain's end: what the next entry continues. */
public record Head(long seq, String hash) {

  public static final Head NONE = new Head(0, Link.ZEROS);
}
