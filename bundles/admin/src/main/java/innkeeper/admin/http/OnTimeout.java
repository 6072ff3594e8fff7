package innkeeper.admin.http;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/** What is to be done when an asynchronous request takes too long; all else is told elsewhere. */
@FunctionalInterface
interface OnTimeout extends AsyncListener {

  @Override
  default void onComplete(AsyncEvent event) {
    // Nothing is held.
  }

  @Override
  default void onError(AsyncEvent event) {
    // The read listener is told as well.
  }

  @Override
  default void onStartAsync(AsyncEvent event) {
    // What comes next on this request has a listener of its own.
  }
}
