// The displayed part of a log: a window of rows over all kept records. Following keeps the end visible; only the user
// starts and stops it. A paused log does not move: new lines are counted, and displayed on request.
(function (ink) {
  'use strict';
  const KEPT = 50000;
  // The least number of rows in the document while following.
  const WINDOW = 150;
  const ROW_PX = 18;
  const MORE = 600;
  // At more lines a second than this, the log is drawn only ten times a second.
  const FAST = 500;
  const TENTH_MS = 100;
  const NEAR = 400;
  // A scroll counts as the user's for this time after a turn of the wheel or a key press.
  const PERSON_MS = 1000;

  let live = new ink.LogBuffer(KEPT);
  let shown = live;
  let look = { matcher: null, least: 0, only: [], filtering: true, marks: ink.pref('marks') !== 'off' };
  let rows = new ink.LogRows(look);
  let loaded = false;
  let came = 0;
  let newLines = 0;
  let newErrors = 0;
  let timer = 0;
  let drawnAt = 0;
  let rate = 0;
  let rated = { at: 0, lines: 0 };
  let person = 0; // when the user scrolled last
  let upwards = false;
  let dragging = false;
  let lastTicks = { at: 0, list: [] };
  const watchers = new Set();
  const tell = () => watchers.forEach((w) => w());
  const following = () => shown === live;
  const inSight = () => Math.ceil(pane.box.clientHeight / ROW_PX);
  const rowsAtEnd = () => (rate > FAST ? inSight() + 5 : Math.max(WINDOW, 2 * inSight()));
  const pane = new ink.LogWindow(() => ({
    matcher: look.matcher, nowrap: ink.pref('wrap') === 'off', filtered: rows.filtered, several: ink.severalLogs && ink.severalLogs(),
  }));

  // --- new lines
  function add(entries) {
    const { fresh, grown, late } = ink.severalLogs() ? live.merge(entries) : live.append(entries);
    const now = performance.now();
    rated.lines += entries.length;
    came += entries.length;
    if (now - rated.at > 1000) {
      rate = (rated.lines * 1000) / (now - rated.at);
      rated = { at: now, lines: 0 };
    }
    if (following()) {
      grown.forEach((rec) => rows.grown(rec));
      if (late) {
        rebuild(true);
        return;
      }
      fresh.forEach((rec) => rows.add(rec));
    } else {
      newLines += entries.length;
      newErrors += fresh.filter((rec) => rec.level === 'error').length;
      grown.forEach((rec) => rows.grown(rec));
    }
    schedule();
  }

  // A hidden tab gets no animation frames, so a timer draws: its lines must not pile up.
  function schedule() {
    if (!timer) {
      const gap = rate > FAST || rated.lines > FAST ? TENTH_MS : document.hidden ? 200 : 16;
      timer = setTimeout(draw, Math.max(0, drawnAt + gap - performance.now()));
    }
  }

  // --- the displayed rows
  function draw() {
    timer = 0;
    drawnAt = performance.now();
    if (following() && live.recs.length) {
      rows.dropBefore(live.recs[0].id);
    }
    if (pane.view) {
      if (following()) {
        pane.showEnd(rowsAtEnd());
      }
      pane.paint();
      if (following() && !pane.selecting()) {
        pane.toEnd();
      }
    }
    pane.dirty.clear();
    tell();
  }

  // Computes the rows again after a change of filters or records. The visible rows keep their place.
  function rebuild(end) {
    const anchor = pane.view && !end ? pane.anchored() : null;
    rows = new ink.LogRows(look);
    rows.repaint = (row) => pane.dirty.add(row);
    shown.recs.forEach((rec) => rows.add(rec));
    pane.take(rows.rows);
    if (!pane.view) {
      return;
    }
    if (following() || end) {
      pane.showEnd(rowsAtEnd());
    } else {
      pane.showAround(anchor ? pane.indexOf(anchor.rec) : rows.rows.length);
    }
    draw();
    if (anchor) {
      pane.hold(anchor);
    } else {
      pane.toEnd();
    }
  }

  // --- more lines, above and below
  // Shows rows further down: those that exist already, else new lines of the live log, else lines from the host.
  function below() {
    if (pane.below()) {
      return;
    }
    const more = meanwhile();
    if (more && more.length) {
      extend(more);
    } else if (!more) {
      ink.log.newer();
    } else if (pane.atEnd()) {
      setFollow(true);
    }
  }

  // Returns the records after the last displayed one; null if some of them are not kept any more.
  function meanwhile() {
    const last = shown.last;
    if (!last || !live.recs.length) {
      return last ? null : [];
    }
    const more = live.after(last, MORE);
    // With several logs, some lines with the same time may be displayed already.
    const here = new Set(ink.severalLogs() ? shown.recs.slice(-MORE / 2).map(ink.lineKey) : []);
    return more && more.filter((r) => r.kind === 'mark' || !here.has(ink.lineKey(r)));
  }

  // Adds records of the live log to a paused one. The objects are shared where the log is only paused, so that they
  // grow here as well.
  function extend(recs) {
    for (const rec of recs) {
      const id = (shown.recs.length ? shown.recs[shown.recs.length - 1].id : 0) + 1;
      const own = shown.ofLive ? rec : Object.assign({}, rec, { id });
      shown.recs.push(own);
      shown.lines += own.kind === 'record' ? 1 + (own.rest ? own.rest.length : 0) : 0;
      rows.add(own);
    }
    pane.below();
    tell();
  }

  // --- following
  function setFollow(on) {
    if (on === following()) {
      if (on && pane.view) {
        pane.toEnd();
      }
      return;
    }
    if (on) {
      shown = live;
      newLines = newErrors = 0;
      ink.log.left();
      rebuild(true);
    } else {
      shown = live.copy();
      shown.ofLive = true;
      person = 0;
      if (pane.view) {
        pane.above();
      }
    }
    tell();
  }

  const UP = ['ArrowUp', 'PageUp', 'Home'];
  function up() {
    if (following() && pane.box.scrollHeight > pane.box.clientHeight) {
      setFollow(false);
    }
    person = performance.now();
    upwards = true;
    if (!following() && pane.near('top', NEAR)) {
      onScroll();
    }
  }

  function down() {
    person = performance.now();
    upwards = false;
  }

  // Moves down with the wheel. At the end of a page of the past nothing scrolls, but more lines may be available.
  function onwards() {
    down();
    if (!following() && !shown.ofLive && pane.view && pane.near('end', NEAR)) {
      below();
    }
  }

  function onScroll() {
    if (!pane.view || following()) {
      // A scrollbar that is dragged away from the end is an action of the user.
      if (pane.view && dragging && !pane.atEnd()) {
        up();
      }
      return;
    }
    if (dragging) {
      person = performance.now();
      upwards = false;
    }
    if (!person || performance.now() - person > PERSON_MS) {
      return;
    }
    if (pane.near('top', NEAR) && !pane.above()) {
      ink.log.older();
    } else if (!upwards && pane.near('end', NEAR)) {
      below();
    }
  }

  // --- jumps
  // Pauses, and scrolls this row into the middle.
  function reveal(index, focus) {
    const row = rows.rows[index];
    if (!row) {
      return;
    }
    setFollow(false);
    const at = pane.indexOf(row.last);
    if (at < pane.lo || at >= pane.hi) {
      pane.showAround(at);
      pane.paint();
    }
    pane.here = row.last;
    const element = pane.markHere();
    if (element) {
      element.scrollIntoView({ block: focus ? 'nearest' : 'center' });
      if (focus) {
        element.focus({ preventScroll: true });
      }
    }
    tell();
  }

  // Moves to the next wanted row after the marked one, or after the end or the middle. The search wraps around.
  function jump(wanted, direction) {
    const marked = pane.hereIndex();
    let at = marked >= 0 ? marked : direction < 0 && following() ? rows.rows.length : pane.middle();
    for (let n = 0; n < rows.rows.length; n++) {
      at = (at + direction + rows.rows.length) % rows.rows.length;
      if (wanted(rows.rows[at])) {
        reveal(at);
        return true;
      }
    }
    return false;
  }

  // Moves one row up or down, for a key.
  function step(direction) {
    const marked = pane.hereIndex();
    if (marked < 0 && direction > 0 && following()) {
      return;
    }
    const next = marked < 0 ? Math.min(pane.hi, rows.rows.length) - 1 : marked + direction;
    if (next >= 0 && next < rows.rows.length) {
      person = 0;
      reveal(next, true);
    }
  }

  ink.view = {
    mount(element) {
      pane.view = element;
      const log = pane.box;
      log.addEventListener('scroll', onScroll, { passive: true });
      log.addEventListener('wheel', (e) => (e.deltaY < 0 ? up() : onwards()), { passive: true });
      log.addEventListener('touchmove', () => { up(); upwards = false; }, { passive: true });
      log.addEventListener('pointerdown', (e) => (dragging = e.target === log));
      window.addEventListener('pointerup', () => (dragging = false));
      log.addEventListener('keydown', (e) => (UP.includes(e.key) ? up() : down()));
      rebuild(following());
    },
    unmount() {
      pane.view = null;
    },
    add,
    clear() {
      live = new ink.LogBuffer(KEPT);
      shown = live;
      came = newLines = newErrors = 0;
      loaded = false;
      pane.here = null;
      rebuild(true);
      tell();
    },
    loaded() {
      loaded = true;
    },
    look(next) {
      look = Object.assign({}, look, next);
      rebuild(following());
      tell();
    },
    follow: setFollow,
    step,
    errors: (direction) => jump((row) => row.kind === 'record' && row.rec.level === 'error' && !row.context, direction),
    found: (direction) => jump((row) => row.kind === 'record' && !row.context, direction),
    repaint(row) {
      const element = pane.view && pane.elementOf(row);
      if (element) {
        pane.replace(element);
      }
    },
    open(row) {
      if (row.kind === 'record') {
        row.last.open = !row.last.open;
        setFollow(false);
        pane.here = row.last;
        const now = rows.rows[pane.indexOf(row.last)];
        ink.view.repaint(now);
        pane.markHere();
        const element = pane.elementOf(now);
        if (element) {
          element.focus({ preventScroll: true });
          element.scrollIntoView({ block: 'nearest' });
        }
      }
    },
    openHere() {
      const row = pane.here && rows.rows[pane.indexOf(pane.here)];
      return Boolean(row && row.last === pane.here && (ink.view.open(row), true));
    },
    // Shows a record of a filtered log among the records around it.
    context(rec) {
      setFollow(false);
      look = Object.assign({}, look, { filtering: false });
      pane.here = rec;
      rebuild(false);
      reveal(pane.indexOf(rec));
    },
    // Displays a part of the log other than its end. at: the record to mark.
    past(buffer, at) {
      shown = buffer;
      newLines = newErrors = 0;
      pane.here = at;
      rebuild(false);
      reveal(at ? pane.indexOf(at) : 0);
    },
    // Updates the rows after older or newer lines were added.
    changed(added) {
      if (added === 'older') {
        rebuild(false);
      } else if (added) {
        added.forEach((rec) => rows.add(rec));
        pane.below();
      }
      tell();
    },
    retime: () => pane.retime(),
    redraw: () => pane.view && rebuild(following()),
    shown: () => shown,
    live: () => live,
    status: () => ({
      following: following(), newLines, newErrors, loaded, lines: shown.lines, total: came, errors: shown.errors, warns: shown.warns,
      redacted: shown.redacted, begins: shown.begins, filtered: rows.filtered, filtering: look.filtering, passed: rows.passed, rows: rows.rows.length,
      from: shown.first && shown.first.at, complete: following() || (Boolean(shown.ofLive) && newLines === 0),
    }),
    // Returns the places of errors, from 0 to 1, at most so many.
    ticks(most) {
      if (performance.now() - lastTicks.at > 1000 || !following()) {
        const errors = [];
        rows.rows.forEach((row, i) => row.kind === 'record' && row.rec.level === 'error' && errors.push(i / rows.rows.length));
        const stride = Math.ceil(errors.length / most) || 1;
        lastTicks = { at: performance.now(), list: errors.filter((_, i) => i % stride === 0) };
      }
      return lastTicks.list;
    },
    text: (only) =>
      shown.recs.filter((r) => r.kind === 'record' && (!only || rows.passes(r)))
        .map((r) => ink.recordLines(r).map(ink.plain).join('\n')).join('\n') + '\n',
    watch(w) {
      watchers.add(w);
      return () => watchers.delete(w);
    },
  };
  rebuild(true);
  setInterval(() => ink.gutter() === 'rel' && ink.view.retime(), 5000);
})(window.ink);
