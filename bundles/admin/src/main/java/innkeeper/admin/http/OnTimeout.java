package innkeeper.admin.http;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * A listener that acts only on the timeout of an asynchronous request. Other listeners receive the
 * other events.
 */
@FunctionalInterface
interface OnTimeout extends AsyncListener {

  @Override
  default void onComplete(AsyncEvent event) {
    // There is nothing to release.
  }

  @Override
  default void onError(AsyncEvent event) {
    // The read listener receives the error as well.
  }

  @Override
  default void onStartAsync(AsyncEvent event) {
    // Later asynchronous processing of this request has its own listener.
  }
}
