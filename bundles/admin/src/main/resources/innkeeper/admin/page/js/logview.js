// What is seen of a log: a window of rows over all that is kept. Following keeps the end in sight; only
// a person starts and ends it. A paused log stands still: what comes is counted, and shown when asked for.
(function (ink) {
  'use strict';
  const KEPT = 50000;
  // Rows in the document: while following, while lines come fast, and how many are added when scrolled to.
  const WINDOW = 400;
  const ROW_PX = 18;
  const MORE = 300;
  const MOST_ROWS = 3000;
  // Lines a second from which on the window is drawn ten times a second only.
  const FAST = 500;
  const TENTH_MS = 100;
  const NEAR = 400;
  // So long after it turned the wheel, or pressed a key, a scroll is a person's.
  const PERSON_MS = 1000;

  let live = new ink.LogBuffer(KEPT);
  let shown = live;
  let look = { matcher: null, least: 0, only: [], filtering: true, marks: ink.pref('marks') !== 'off' };
  let rows = new ink.LogRows(look);
  let view = null;
  let lo = 0;
  let hi = 0;
  let loaded = false;
  let came = 0;
  let newLines = 0;
  let newErrors = 0;
  let timer = 0;
  let drawnAt = 0;
  let rate = 0;
  let rated = { at: 0, lines: 0 };
  let person = 0; // when a person scrolled last
  let dragging = false;
  let here = null;
  let lastTicks = { at: 0, list: [] };
  const dirty = new Set();
  const watchers = new Set();
  const tell = () => watchers.forEach((w) => w());
  const following = () => shown === live;
  const box = () => view && view.parentElement;

  // --- what comes
  function add(entries) {
    const { fresh, grown } = live.append(entries);
    const now = performance.now();
    rated.lines += entries.length;
    came += entries.length;
    if (now - rated.at > 1000) {
      rate = (rated.lines * 1000) / (now - rated.at);
      rated = { at: now, lines: 0 };
    }
    if (following()) {
      grown.forEach((rec) => rows.grown(rec));
      fresh.forEach((rec) => rows.add(rec));
    } else {
      newLines += entries.length;
      newErrors += fresh.filter((rec) => rec.level === 'error').length;
      grown.forEach((rec) => rows.grown(rec));
    }
    schedule();
  }

  // A hidden tab is given no frames; its lines must not pile up either.
  function schedule() {
    if (!timer) {
      const gap = rate > FAST || rated.lines > FAST ? TENTH_MS : document.hidden ? 200 : 16;
      timer = setTimeout(draw, Math.max(0, drawnAt + gap - performance.now()));
    }
  }

  // --- what is seen
  const options = () => ({
    matcher: look.matcher, nowrap: ink.pref('wrap') === 'off', filtered: rows.filtered, several: ink.severalLogs && ink.severalLogs(),
  });

  function selecting() {
    const selection = document.getSelection();
    return selection && !selection.isCollapsed && view.contains(selection.anchorNode);
  }

  function draw() {
    timer = 0;
    drawnAt = performance.now();
    if (following() && live.recs.length) {
      rows.dropBefore(live.recs[0].id);
    }
    if (view) {
      if (following()) {
        const most = rate > FAST ? Math.ceil(box().clientHeight / ROW_PX) + 5 : WINDOW;
        hi = rows.rows.length;
        lo = Math.max(0, hi - most);
        if (selecting() && view.childElementCount < MOST_ROWS) {
          lo = Math.max(0, Math.min(lo, rows.rows.indexOf(view.firstElementChild.row)));
        }
      }
      paint();
      if (following() && !selecting()) {
        toEnd();
      }
    }
    dirty.clear();
    tell();
  }

  // Makes the elements those of the rows from lo to hi: what is there already stays.
  function paint() {
    const wanted = rows.rows.slice(lo, hi);
    const keep = new Set(wanted);
    const o = options();
    for (let e = view.firstElementChild; e; ) {
      const next = e.nextElementSibling;
      if (!keep.has(e.row)) {
        e.remove();
      }
      e = next;
    }
    let e = view.firstElementChild;
    for (const row of wanted) {
      if (e && e.row === row) {
        if (dirty.has(row)) {
          e = replace(e, o);
        }
        e = e.nextElementSibling;
      } else {
        view.insertBefore(ink.rowElement(row, o), e);
      }
    }
    markHere();
  }

  function replace(element, o) {
    const focused = element.contains(document.activeElement);
    const fresh = ink.rowElement(element.row, o || options());
    element.replaceWith(fresh);
    if (focused) {
      fresh.focus({ preventScroll: true });
    }
    return fresh;
  }

  const elementOf = (row) => [...view.children].find((e) => e.row === row);

  // The same rows, made anew after the look or the records have changed; what is in sight stays there.
  function rebuild(end) {
    const anchor = view && !end ? anchored() : null;
    rows = new ink.LogRows(look);
    rows.repaint = (row) => dirty.add(row);
    shown.recs.forEach((rec) => rows.add(rec));
    dirty.clear();
    if (!view) {
      return;
    }
    if (following() || end) {
      hi = rows.rows.length;
      lo = Math.max(0, hi - WINDOW);
    } else {
      const at = anchor ? indexOf(anchor.rec) : rows.rows.length;
      lo = Math.max(0, at - MORE);
      hi = Math.min(rows.rows.length, at + MORE);
    }
    view.textContent = '';
    draw();
    if (anchor) {
      hold(anchor);
    } else {
      toEnd();
    }
  }

  // The row that shows this record, or the first one after it.
  function indexOf(rec) {
    let low = 0;
    let high = rows.rows.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (rows.rows[mid].last.id < rec.id) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  function anchored() {
    const top = box().getBoundingClientRect().top;
    const first = [...view.children].find((e) => e.row.kind !== 'cut' && e.getBoundingClientRect().bottom > top);
    return first ? { rec: first.row.last, top: first.getBoundingClientRect().top } : null;
  }

  function hold(anchor) {
    const row = rows.rows[indexOf(anchor.rec)];
    const element = row && elementOf(row);
    if (element) {
      box().scrollTop += element.getBoundingClientRect().top - anchor.top;
    }
  }

  // --- more of it, above and below
  function above() {
    if (lo === 0) {
      return false;
    }
    const anchor = anchored();
    lo = Math.max(0, lo - MORE);
    if (hi - lo > MOST_ROWS) {
      hi = lo + MOST_ROWS;
    }
    paint();
    if (anchor) {
      hold(anchor);
    }
    return true;
  }

  // Rows that are here already, else lines that came meanwhile, else what the host has.
  function below() {
    if (hi < rows.rows.length) {
      hi = Math.min(rows.rows.length, hi + MORE);
      const anchor = anchored();
      lo = Math.max(lo, hi - MOST_ROWS);
      paint();
      if (anchor) {
        hold(anchor);
      }
      return;
    }
    const more = meanwhile();
    if (more && more.length) {
      extend(more);
    } else if (!more) {
      ink.log.newer();
    } else if (atEnd()) {
      setFollow(true);
    }
  }

  // What has come after the last record shown; null if some of it is kept no more.
  function meanwhile() {
    const last = shown.last;
    if (!last || !live.recs.length) {
      return last ? null : [];
    }
    for (let i = live.recs.length - 1; i >= 0; i--) {
      const rec = live.recs[i];
      const same = (one) => one === last || (one.pos && one.pos === last.pos && one.ch === last.ch);
      if (same(rec) || (rec.rest && rec.rest.some(same))) {
        return live.recs.slice(i + 1, i + 1 + MORE * 2);
      }
    }
    return null;
  }

  // Records of the live log that a paused one is to show too; the same objects where it was paused only, so
  // that they grow here as well.
  function extend(recs) {
    for (const rec of recs) {
      const id = (shown.recs.length ? shown.recs[shown.recs.length - 1].id : 0) + 1;
      const own = shown.ofLive ? rec : Object.assign({}, rec, { id });
      shown.recs.push(own);
      shown.lines += own.kind === 'record' ? 1 + (own.rest ? own.rest.length : 0) : 0;
      rows.add(own);
    }
    hi = Math.min(rows.rows.length, hi + MORE);
    paint();
    tell();
  }

  // --- following
  function toEnd() {
    box().scrollTop = box().scrollHeight;
  }
  const atEnd = () => box().scrollHeight - box().scrollTop - box().clientHeight < 24;

  function setFollow(on) {
    if (on === following()) {
      if (on && view) {
        toEnd();
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
      if (view) {
        above();
      }
    }
    tell();
  }

  const UP = ['ArrowUp', 'PageUp', 'Home'];
  function up() {
    if (following() && box().scrollHeight > box().clientHeight) {
      setFollow(false);
    }
    person = performance.now();
    if (!following() && box().scrollTop < NEAR) {
      onScroll();
    }
  }

  function onScroll() {
    if (!view || following()) {
      // A scrollbar that is dragged away from the end is a person's doing.
      if (view && dragging && !atEnd()) {
        up();
      }
      return;
    }
    if (dragging) {
      person = performance.now();
    }
    if (!person || performance.now() - person > PERSON_MS) {
      return;
    }
    if (box().scrollTop < NEAR && !above()) {
      ink.log.older();
    } else if (box().scrollHeight - box().scrollTop - box().clientHeight < NEAR) {
      below();
    }
  }

  // --- jumps
  function markHere() {
    view.querySelectorAll('.here').forEach((e) => e.row.last !== here && e.classList.remove('here'));
    const element = here && [...view.children].find((e) => e.row.last === here || e.row.rec === here);
    if (element) {
      element.classList.add('here');
    }
    return element;
  }

  // Pauses, and brings this row into the middle.
  function reveal(index, focus) {
    const row = rows.rows[index];
    if (!row) {
      return;
    }
    const rec = row.last;
    setFollow(false);
    // Pausing may have made the rows anew.
    const at = indexOf(rec);
    if (at < lo || at >= hi) {
      lo = Math.max(0, at - MORE);
      hi = Math.min(rows.rows.length, at + MORE);
      paint();
    }
    here = rec;
    const element = markHere();
    if (element) {
      element.scrollIntoView({ block: focus ? 'nearest' : 'center' });
      if (focus) {
        element.focus({ preventScroll: true });
      }
    }
    tell();
  }

  function middle() {
    const at = box().getBoundingClientRect().top + box().clientHeight / 2;
    const element = [...view.children].find((e) => e.getBoundingClientRect().bottom > at);
    return element ? rows.rows.indexOf(element.row) : rows.rows.length - 1;
  }

  // The next row that is wanted, from the one marked, else from the end or the middle; round again.
  function jump(wanted, direction) {
    const marked = here ? rows.rows.findIndex((r) => r.last === here) : -1;
    let at = marked >= 0 ? marked : direction < 0 && following() ? rows.rows.length : middle();
    for (let n = 0; n < rows.rows.length; n++) {
      at = (at + direction + rows.rows.length) % rows.rows.length;
      if (wanted(rows.rows[at])) {
        reveal(at);
        return true;
      }
    }
    return false;
  }

  // One row up or down, by key.
  function step(direction) {
    const marked = here ? rows.rows.findIndex((r) => r.last === here) : -1;
    if (marked < 0 && direction > 0 && following()) {
      return;
    }
    const next = marked < 0 ? Math.min(hi, rows.rows.length) - 1 : marked + direction;
    if (next >= 0 && next < rows.rows.length) {
      person = 0;
      reveal(next, true);
    }
  }

  ink.view = {
    mount(element) {
      view = element;
      const log = box();
      log.addEventListener('scroll', onScroll, { passive: true });
      log.addEventListener('wheel', (e) => (e.deltaY < 0 ? up() : (person = performance.now())), { passive: true });
      log.addEventListener('touchmove', up, { passive: true });
      log.addEventListener('pointerdown', (e) => (dragging = e.target === log));
      window.addEventListener('pointerup', () => (dragging = false));
      log.addEventListener('keydown', (e) => (UP.includes(e.key) ? up() : (person = performance.now())));
      rebuild(following());
    },
    unmount() {
      view = null;
    },
    add,
    clear() {
      live = new ink.LogBuffer(KEPT);
      shown = live;
      came = newLines = newErrors = 0;
      loaded = false;
      here = null;
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
    jump: (wanted, direction) => (typeof wanted === 'function' ? jump(wanted, direction) : ink.view.errors(direction)),
    step,
    errors: (direction) => jump((row) => row.kind === 'record' && row.rec.level === 'error' && !row.context, direction),
    found: (direction) => jump((row) => row.kind === 'record' && !row.context, direction),
    repaint(row) {
      const element = view && elementOf(row);
      if (element) {
        replace(element);
      }
    },
    open(row) {
      if (row.kind === 'record') {
        row.last.open = !row.last.open;
        setFollow(false);
        here = row.last;
        const now = rows.rows[indexOf(row.last)];
        ink.view.repaint(now);
        markHere();
        const element = elementOf(now);
        if (element) {
          element.focus({ preventScroll: true });
          element.scrollIntoView({ block: 'nearest' });
        }
      }
    },
    openHere() {
      const row = here && rows.rows[indexOf(here)];
      return Boolean(row && row.last === here && (ink.view.open(row), true));
    },
    // A record of a filtered log, among those around it.
    context(rec) {
      setFollow(false);
      look = Object.assign({}, look, { filtering: false });
      here = rec;
      rebuild(false);
      reveal(indexOf(rec));
    },
    // Another part of the log than its end; at is the record to be marked.
    past(buffer, at) {
      shown = buffer;
      newLines = newErrors = 0;
      here = at;
      rebuild(false);
      reveal(at ? indexOf(at) : 0);
    },
    // Older or newer lines have come into what is shown.
    changed(added) {
      if (added === 'older') {
        rebuild(false);
      } else if (added) {
        added.forEach((rec) => rows.add(rec));
        hi = Math.min(rows.rows.length, hi + MORE);
        paint();
      }
      tell();
    },
    retime() {
      if (view) {
        [...view.children].forEach((e) => e.row.kind !== 'cut' && (e.dataset.t = ink.gutterTime(e.row.last.at)));
      }
    },
    redraw: () => view && rebuild(following()),
    shown: () => shown,
    live: () => live,
    status: () => ({
      following: following(), newLines, newErrors, loaded, lines: shown.lines, total: came, errors: shown.errors, warns: shown.warns,
      redacted: shown.redacted, begins: shown.begins, filtered: rows.filtered, filtering: look.filtering, passed: rows.passed, rows: rows.rows.length,
      from: shown.first && shown.first.at,
    }),
    // Where errors lie, from 0 to 1, at most so many.
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
