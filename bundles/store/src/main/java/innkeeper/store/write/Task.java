package innkeeper.store.write;

import innkeeper.api.store.StoreException;
import innkeeper.store.file.Uninterrupted;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;

/** A piece of work for the writer, with a caller that waits for the result. */
final class Task<T> {

  private final Transaction.Work<T> work;
  private final CountDownLatch done = new CountDownLatch(1);
  private final long since = System.nanoTime();
  private T result;
  private Throwable failure;

  Task(Transaction.Work<T> work) {
    this.work = work;
  }

  void run(Transaction transaction) throws SQLException {
    result = work.run(transaction);
  }

  void succeed() {
    done.countDown();
  }

  /** Records a failure; the first one is kept. */
  void fail(Throwable cause) {
    if (done.getCount() > 0) {
      failure = cause;
      done.countDown();
    }
  }

  long since() {
    return since;
  }

  T await() {
    Uninterrupted.await(done::await);
    if (failure != null) {
      throw failure instanceof StoreException known
          ? new StoreException(known.getMessage(), known)
          : new StoreException("bot.db could not be written: " + failure.getMessage(), failure);
    }
    return result;
  }
}
