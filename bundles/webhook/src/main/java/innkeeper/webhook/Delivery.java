package innkeeper.webhook;

import java.util.Optional;

/** How delivery stands; empty while no URL is set. */
public interface Delivery {

  /** Null-free view of the outbox. */
  Optional<Outbox.Standing> standing();

  /** Where alarms go, without path and query, which may hold a token. */
  String receiver();

  /** Why nothing can be sent; "" when all is well. */
  String mistake();
}
