package innkeeper.store.write;

import innkeeper.store.table.AuditRow;

/** The end of the audit chain, which the next entry continues. */
public record ChainHead(long seq, String hash) {

  public static final ChainHead NONE = new ChainHead(0, AuditRow.ZEROS);
}
