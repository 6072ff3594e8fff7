package innkeeper.shell.top;

import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.shell.screen.Key;
import innkeeper.shell.status.ProjectOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The state of {@code top} and the effects of its keys. It is plain state for one thread. */
final class TopModel {

  /** The current meaning of the keys. */
  enum Mode {
    TABLE,
    FILTER,
    CONFIRM,
    LOG
  }

  /** An action that the user has requested. */
  record Request(String action, String channelId) {}

  private List<ProjectStatus> all = List.of();
  private List<ProjectStatus> shown = List.of();
  private Mode mode = Mode.TABLE;
  private ProjectOrder order = ProjectOrder.STATE;
  private String filter = "";
  private String selected = "";
  private String message = "";
  private Request asked;
  private int scrolled;
  private boolean quit;
  private Instant now = Instant.EPOCH;

  /** Restores the model from the text of {@link #state}; any other text gives a new model. */
  static TopModel of(String state) {
    TopModel model = new TopModel();
    String[] parts = state.split("\n", 3);
    if (parts.length == 3) {
      model.selected = parts[0];
      model.order = ProjectOrder.of(parts[1]).orElse(model.order);
      model.filter = parts[2];
    }
    return model;
  }

  /** Returns the state as a text, with which another shell's {@code top} continues. */
  String state() {
    return selected + "\n" + order.word() + "\n" + filter;
  }

  void projects(List<ProjectStatus> projects, Instant at) {
    all = projects;
    now = at;
    sort();
  }

  private void sort() {
    int place = place();
    String wanted = filter.toLowerCase(Locale.ROOT);
    List<ProjectStatus> next = new ArrayList<>();
    for (ProjectStatus p : all) {
      String words = p.name() + " " + p.channelId() + " " + p.state() + " " + p.reason();
      if (words.toLowerCase(Locale.ROOT).contains(wanted)) {
        next.add(p);
      }
    }
    next.sort(order.comparator(now));
    shown = next;
    if (selected().isEmpty()) {
      select(place);
    }
  }

  private void select(int place) {
    int last = shown.size() - 1;
    selected = last < 0 ? "" : shown.get(Math.max(0, Math.min(place, last))).channelId();
    scrolled = 0;
  }

  /** Handles a key. Returns a request if the key confirmed one. */
  Optional<Request> key(Key key, int page) {
    switch (mode) {
      case TABLE -> table(key, page);
      case LOG -> log(key, page);
      case FILTER -> filter(key);
      case CONFIRM -> {
        return confirm(key);
      }
    }
    return Optional.empty();
  }

  /** Returns the key that moves like a letter; another key is returned unchanged. */
  private static Key.Kind move(Key key) {
    return switch (key.kind() == Key.Kind.TEXT ? key.point() : 0) {
      case 'j' -> Key.Kind.DOWN;
      case 'k' -> Key.Kind.UP;
      case 'g' -> Key.Kind.HOME;
      case 'G' -> Key.Kind.END;
      default -> key.kind();
    };
  }

  private void table(Key key, int page) {
    if (key.kind() != Key.Kind.RESIZED) {
      message = "";
    }
    switch (move(key)) {
      case UP -> select(place() - 1);
      case DOWN -> select(place() + 1);
      case PAGE_UP -> select(place() - page);
      case PAGE_DOWN -> select(place() + page);
      case HOME -> select(0);
      case END -> select(shown.size() - 1);
      case ENTER -> openLog();
      case ESCAPE -> refilter("");
      case TEXT -> letter(key.point());
      default -> {
        // The table ignores this key.
      }
    }
  }

  private void letter(int letter) {
    switch (letter) {
      case 'q' -> quit = true;
      case '/' -> mode = Mode.FILTER;
      case 'o' -> {
        order = order.next();
        sort();
      }
      case 'l' -> openLog();
      case 's' -> ask("stop", "start");
      case 'r' -> ask("restart", "start");
      default -> message = "no such key; see the last line";
    }
  }

  private void openLog() {
    if (selected().isPresent()) {
      mode = Mode.LOG;
      scrolled = 0;
    }
  }

  private void ask(String action, String otherwise) {
    Optional<ProjectStatus> project = selected();
    if (project.isEmpty()) {
      return;
    }
    List<String> possible = project.get().actions();
    if (!possible.contains(action) && !possible.contains(otherwise)) {
      message = project.get().name() + " is " + project.get().state() + "; nothing can be done";
      return;
    }
    asked = new Request(possible.contains(action) ? action : otherwise, selected);
    mode = Mode.CONFIRM;
  }

  private Optional<Request> confirm(Key key) {
    if (key.kind() == Key.Kind.RESIZED) {
      return Optional.empty();
    }
    mode = Mode.TABLE;
    if (key.is('y') || key.is('Y')) {
      return Optional.of(asked);
    }
    message = "nothing was done";
    return Optional.empty();
  }

  private void filter(Key key) {
    switch (key.kind()) {
      case ENTER -> mode = Mode.TABLE;
      case ESCAPE -> {
        mode = Mode.TABLE;
        refilter("");
      }
      case BACKSPACE ->
          refilter(
              filter.isEmpty()
                  ? ""
                  : filter.substring(0, filter.offsetByCodePoints(filter.length(), -1)));
      case TEXT -> refilter(filter + Character.toString(key.point()));
      case UP -> select(place() - 1);
      case DOWN -> select(place() + 1);
      default -> {
        // The filter ignores this key.
      }
    }
  }

  private void refilter(String text) {
    filter = text;
    sort();
  }

  private void log(Key key, int page) {
    switch (move(key)) {
      case UP -> scroll(1);
      case DOWN -> scroll(-1);
      case PAGE_UP -> scroll(page);
      case PAGE_DOWN -> scroll(-page);
      case HOME -> scroll(LogTail.KEPT);
      case END -> scrolled = 0;
      case ESCAPE, ENTER -> mode = Mode.TABLE;
      default -> mode = key.is('l') || key.is('q') ? Mode.TABLE : mode;
    }
  }

  private void scroll(int rows) {
    scrolled = Math.max(0, scrolled + rows);
  }

  /** Returns by how many rows the log is scrolled back. */
  int scrolled() {
    return scrolled;
  }

  /** Limits the scrolling to the available rows, and returns the new position. */
  int scrolledAtMost(int most) {
    scrolled = Math.min(scrolled, most);
    return scrolled;
  }

  /** Returns the row of the selected project; 0 if it is not shown. */
  int place() {
    for (int i = 0; i < shown.size(); i++) {
      if (shown.get(i).channelId().equals(selected)) {
        return i;
      }
    }
    return 0;
  }

  Optional<ProjectStatus> selected() {
    return shown.stream().filter(p -> p.channelId().equals(selected)).findFirst();
  }

  void message(String text) {
    message = text;
  }

  String message() {
    return message;
  }

  boolean quit() {
    return quit;
  }

  Mode mode() {
    return mode;
  }

  ProjectOrder order() {
    return order;
  }

  String filter() {
    return filter;
  }

  Optional<Request> asked() {
    return Optional.ofNullable(asked);
  }

  List<ProjectStatus> all() {
    return all;
  }

  List<ProjectStatus> shown() {
    return shown;
  }

  Instant now() {
    return now;
  }
}
