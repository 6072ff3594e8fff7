package innkeeper.logging.reading.search;

import innkeeper.api.log.LogSearch.Listener;
import innkeeper.api.log.LogSearch.Match;
import innkeeper.api.log.LogSearch.Progress;
import innkeeper.api.log.LogSearch.Query;
import innkeeper.common.process.LowPriority;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One search, which reads files on two threads and delivers matches in the order of their times.
 */
final class SearchRun implements AutoCloseable {

  private static final int THREADS = 2;

  /** The maximum number of files that are searched before their turn. */
  private static final int AHEAD = 4;

  private static final long PROGRESS_MILLIS = 200;

  private final List<FileTask> tasks;
  private final Query query;
  private final Listener listener;
  private final ExecutorService threads;
  private final long totalBytes;
  private final Deque<Future<FileTask.Result>> running = new ArrayDeque<>();

  /** Matches, newest first, that wait because an unread file may contain newer ones. */
  private final List<Pending> pending = new ArrayList<>();

  private int submitted;
  private int files;
  private int unreadable;
  private int told;
  private long readBytes;

  private record Pending(Instant at, Match match) {}

  SearchRun(List<FileTask> tasks, Query query, Listener listener) {
    this.tasks = tasks;
    this.query = query;
    this.listener = listener;
    this.totalBytes = tasks.stream().mapToLong(FileTask::bytes).sum();
    this.threads = Executors.newFixedThreadPool(THREADS, SearchRun::thread);
  }

  private static Thread thread(Runnable body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                LowPriority.thisThread();
              } catch (InterruptedException e) {
                return; // the search has ended before it began
              }
              body.run();
            },
            "log search");
    thread.setDaemon(true);
    return thread;
  }

  Progress run() throws IOException, InterruptedException {
    while (files < tasks.size() && told < query.limit()) {
      while (submitted < tasks.size() && running.size() < AHEAD) {
        running.add(threads.submit(tasks.get(submitted++)));
      }
      FileTask task = tasks.get(files);
      take(task, result(running.remove()));
    }
    return progress(files == tasks.size() && pending.isEmpty());
  }

  private FileTask.Result result(Future<FileTask.Result> future)
      throws IOException, InterruptedException {
    while (true) {
      try {
        return future.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException busy) {
        listener.progress(progress(false));
      } catch (ExecutionException | CancellationException e) {
        if (e.getCause() instanceof IOException io) {
          throw io;
        }
        throw new IllegalStateException("a log could not be searched", e);
      }
    }
  }

  private void take(FileTask task, FileTask.Result result) throws IOException {
    files++;
    readBytes += task.bytes();
    unreadable += result.readable() ? 0 : 1;
    for (Match match : result.matches()) {
      pending.add(new Pending(match.at().orElse(task.ended()), match));
    }
    // The sort is stable: lines with the same time stay in the order of their file.
    pending.sort(Comparator.comparing(Pending::at).reversed());
    boolean last = files == tasks.size();
    int n = 0;
    while (n < pending.size()
        && told < query.limit()
        && (last || pending.get(n).at().isAfter(tasks.get(files).ended()))) {
      listener.match(pending.get(n++).match());
      told++;
    }
    pending.subList(0, n).clear();
    int most = query.limit() - told;
    if (pending.size() > most) {
      pending.subList(most, pending.size()).clear();
    }
  }

  private Progress progress(boolean complete) {
    return new Progress(
        readBytes, totalBytes, files, tasks.size(), unreadable, told, complete && unreadable == 0);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
