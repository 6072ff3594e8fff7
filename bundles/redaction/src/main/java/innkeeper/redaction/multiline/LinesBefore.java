package innkeeper.redaction.multiline;

/** What the lines before say of the next one: that a key, a value or a table goes on in it. */
public final class LinesBefore {
  public final KeyBlock block = new KeyBlock();
  public final NextLine next = new NextLine();
  public final TableRows table = new TableRows();

  /** Whether the next line means something only after these. */
  public boolean isOpen() {
    return block.isOpen() || next.isOpen() || table.isOpen();
  }

  public void close() {
    block.close();
    next.close();
    table.close();
  }

  /** Whether what follows is looked at in the same way. */
  public boolean same(LinesBefore other) {
    return block.same(other.block) && next.same(other.next) && table.same(other.table);
  }

  public void become(LinesBefore other) {
    block.become(other.block);
    next.become(other.next);
    table.become(other.table);
  }
}
