package innkeeper.rotation;

import innkeeper.rotation.disk.Disk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** Does something before each step: fails it, or ends the process. */
final class FaultyDisk extends Disk {

  /** Told which step is next. */
  interface Fault {
    void before(String step) throws IOException;
  }

  private volatile Fault fault;

  FaultyDisk(Fault fault) {
    this.fault = fault;
  }

  void set(Fault next) {
    fault = next;
  }

  @Override
  public void link(Path name, Path existing) throws IOException {
    fault.before("link");
    super.link(name, existing);
  }

  @Override
  public void create(Path file) throws IOException {
    fault.before("create");
    super.create(file);
  }

  @Override
  public void replace(Path from, Path to) throws IOException {
    fault.before("replace");
    super.replace(from, to);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    fault.before("rename");
    super.rename(from, to);
  }

  @Override
  public boolean delete(Path file) throws IOException {
    fault.before("delete");
    return super.delete(file);
  }

  @Override
  public OutputStream write(Path file) throws IOException {
    fault.before("write");
    return new java.io.FilterOutputStream(super.write(file)) {
      @Override
      public void write(byte[] b, int from, int length) throws IOException {
        fault.before("write bytes");
        out.write(b, from, length);
      }
    };
  }

  @Override
  public void force(Path fileOrDirectory) throws IOException {
    fault.before("force");
    super.force(fileOrDirectory);
  }
}
