package example.notifier;

import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;

/** Posts each change of a project's state to a URL, as JSON. */
@Component(
    immediate = true,
    configurationPid = "example.notifier",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class Notifier implements ProjectListener {

  /** The settings in conf/example.notifier.config. */
  @interface Config {
    /** The receiver's URL. */
    String url();
  }

  /** A receiver that is slow or gone loses the oldest messages; it never blocks the host. */
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(1000),
          work -> new Thread(work, "example-notifier"),
          new ThreadPoolExecutor.DiscardOldestPolicy());

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final Map<String, ProjectState> told = new ConcurrentHashMap<>();
  private final URI url;

  @Activate
  public Notifier(Config config) {
    this.url = URI.create(config.url());
  }

  /**
   * Queues a message and returns at once, as the host requires of a listener. Only the thread
   * sends.
   */
  @Override
  public void changed(ProjectStatus now) {
    if (told.put(now.channelId(), now.state()) != now.state()) {
      // Neither value contains a character that JSON would have to escape.
      String news =
          "{\"channelId\":\"%s\",\"state\":\"%s\"}".formatted(now.channelId(), now.state());
      thread.execute(() -> send(news));
    }
  }

  @Override
  public void removed(String channelId) {
    told.remove(channelId);
  }

  private void send(String news) {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(Duration.ofSeconds(5))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(news))
            .build();
    try {
      http.send(request, BodyHandlers.discarding());
    } catch (IOException e) {
      System.err.println("notifier could not tell " + url + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the thread: no thread of a bundle may outlive the bundle. */
  @Deactivate
  void stop() {
    thread.shutdownNow();
  }
}
