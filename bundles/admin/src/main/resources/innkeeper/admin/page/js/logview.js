// The log's lines as elements, written by hand: tens of thousands of them come and go. What is
// seen is a window over what is kept; following keeps its end in sight.
(function (ink) {
  'use strict';
  const KEPT = 50000;
  const SHOWN = 5000;
  const CHUNK = 200;
  const A_FRAME = 1500;
  const CONTEXT = 3;

  const all = [];
  let waiting = [];
  let view = null;
  let frame = 0;
  let following = true;
  let newLines = 0;
  let newErrors = 0;
  let matcher = null;
  let least = 0;
  let filtering = true;
  let lastShown = -1;
  let trailing = 0;
  let shownCount = 0;
  let hold = 0;
  let lastTop = 0;
  let lastHeight = 0;
  const watchers = new Set();

  const facts = (ink.logFacts = { errors: 0, warns: 0, redacted: 0, loaded: false });
  const tell = () => watchers.forEach((w) => w());

  function count(e) {
    if (e.kind === 'line' && !e.more) {
      facts.errors += e.level === 'error' ? 1 : 0;
      facts.warns += e.level === 'warn' ? 1 : 0;
    }
    facts.redacted += e.kind === 'line' && e.text.includes('[REDACTED]') ? 1 : 0;
  }

  // --- what comes
  function add(entries) {
    for (const e of entries) {
      count(e);
      waiting.push(e);
    }
    if (!frame) {
      // A hidden tab is given no frames; its lines must not pile up either.
      frame = document.hidden ? setTimeout(flush, 200) : requestAnimationFrame(flush);
    }
  }

  function flush() {
    frame = 0;
    const batch = waiting.splice(0, A_FRAME);
    for (const e of batch) {
      all.push(e);
    }
    if (all.length > KEPT + CHUNK) {
      all.splice(0, all.length - KEPT);
    }
    if (view) {
      // What would be trimmed again within the frame need not be shown at all.
      show(following ? batch.slice(-SHOWN) : batch);
    }
    if (!following) {
      newLines += batch.length;
      newErrors += batch.filter((e) => e.level === 'error' && !e.more).length;
    }
    tell();
    if (waiting.length) {
      frame = requestAnimationFrame(flush);
    }
  }

  // --- what is seen
  const passes = (e) =>
    e.kind === 'mark' || (ink.RANK[e.level] >= least && (!matcher || !matcher.test || matcher.test(e.text)));
  const filtered = () => filtering && (least > 0 || (matcher && matcher.test));

  function chunk() {
    const last = view.lastElementChild;
    if (last && last.childElementCount < CHUNK) {
      return last;
    }
    const fresh = document.createElement('div');
    fresh.className = 'chunk';
    view.appendChild(fresh);
    return fresh;
  }

  function append(element) {
    chunk().appendChild(element);
    shownCount++;
  }

  function show(entries) {
    if (!filtered()) {
      for (const e of entries) {
        append(ink.lineElement(e, matcher));
      }
    } else {
      entries.forEach(showFiltered);
    }
    trim();
    if (following) {
      toEnd();
    }
  }

  // A line that passes, with a few before and after it; a mark by itself.
  function showFiltered(e) {
    if (e.kind === 'mark') {
      append(ink.lineElement(e, null));
      lastShown = e.n;
    } else if (passes(e)) {
      const at = indexOf(e.n);
      const from = Math.max(lastShown < 0 ? 0 : indexOf(lastShown) + 1, at - CONTEXT);
      if (lastShown >= 0 && from > indexOf(lastShown) + 1) {
        const cut = document.createElement('div');
        cut.className = 'cut';
        append(cut);
      }
      for (let i = from; i < at; i++) {
        const before = ink.lineElement(all[i], null);
        before.classList.add('context');
        append(before);
      }
      append(ink.lineElement(e, matcher));
      lastShown = e.n;
      trailing = CONTEXT;
    } else if (trailing > 0) {
      const after = ink.lineElement(e, null);
      after.classList.add('context');
      append(after);
      lastShown = e.n;
      trailing--;
    }
  }

  // Numbers grow, but a cleared log begins anew: a search by halves.
  function indexOf(n) {
    let low = 0;
    let high = all.length - 1;
    while (low <= high) {
      const mid = (low + high) >> 1;
      if (all[mid].n < n) {
        low = mid + 1;
      } else if (all[mid].n > n) {
        high = mid - 1;
      } else {
        return mid;
      }
    }
    return low;
  }

  function trim() {
    const selection = document.getSelection();
    const selecting = selection && !selection.isCollapsed && view.contains(selection.anchorNode);
    if (!following || selecting) {
      return;
    }
    while (shownCount > SHOWN && view.childElementCount > 1) {
      const first = view.firstElementChild;
      shownCount -= first.childElementCount;
      first.remove();
    }
  }

  function rerender() {
    if (!view) {
      return;
    }
    view.textContent = '';
    shownCount = 0;
    lastShown = -1;
    trailing = 0;
    let from = Math.max(0, all.length - SHOWN);
    if (filtered()) {
      // The newest that pass fill the window, wherever they lie.
      let found = 0;
      for (from = all.length; from > 0 && found < SHOWN / 2; from--) {
        found += passes(all[from - 1]) ? 1 : 0;
      }
    }
    show(all.slice(from));
    markHere();
    if (!following) {
      toEnd();
    }
    tell();
  }

  // --- what came before what is seen
  const OLDER = 1000;

  // Shows what is kept but was trimmed; false if there is none.
  function showKept() {
    const first = view && view.querySelector('[data-n]');
    const at = first && !filtered() ? indexOf(Number(first.dataset.n)) : 0;
    if (at <= 0) {
      return false;
    }
    above(all.slice(Math.max(0, at - OLDER), at));
    return true;
  }

  function above(entries) {
    const scroller = view.parentElement;
    const height = scroller.scrollHeight;
    const top = scroller.scrollTop;
    const fresh = document.createElement('div');
    fresh.className = 'chunk';
    entries.forEach((e) => fresh.appendChild(ink.lineElement(e, matcher)));
    view.prepend(fresh);
    shownCount += entries.length;
    scroller.scrollTop = top + scroller.scrollHeight - height;
    lastTop = scroller.scrollTop;
    lastHeight = scroller.scrollHeight;
    tell();
  }

  // Puts older entries before all that are kept.
  function prepend(entries) {
    let n = all.length ? all[0].n : 0;
    for (let i = entries.length - 1; i >= 0; i--) {
      entries[i].n = --n;
    }
    all.unshift(...entries);
    entries.forEach(count);
    if (view) {
      if (filtered()) {
        rerender();
      } else {
        above(entries);
      }
    }
    tell();
  }

  function toEnd() {
    const scroller = view.parentElement;
    scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
    lastHeight = scroller.scrollHeight;
  }

  const box = () => view && view.parentElement;
  const atEnd = () => box().scrollHeight - box().scrollTop - box().clientHeight < 24;

  function setFollow(on) {
    following = on;
    if (on) {
      newLines = newErrors = 0;
      if (view) {
        trim();
        toEnd();
      }
    }
    tell();
  }

  const UP = ['ArrowUp', 'PageUp', 'Home'];
  function pause() {
    if (following && box().scrollHeight > box().clientHeight) {
      hold = performance.now() + 300;
      setFollow(false);
    }
  }

  function onScroll() {
    if (!view) {
      return; // told a moment after the tab was left
    }
    // Upwards although nothing shrank: that was a person. What is written at full speed must not
    // keep pulling the view back.
    if (following && box().scrollTop < lastTop - 8 && box().scrollHeight >= lastHeight) {
      setFollow(false);
    } else if (!following && box().scrollTop < 300) {
      ink.log.older();
    } else if (!following && atEnd() && performance.now() > hold) {
      setFollow(true);
    }
  }

  // --- jumps
  let hereN = null; // the line a jump led to

  // What is drawn anew keeps its place marked.
  function markHere() {
    const element = hereN !== null && view.querySelector('[data-n="' + hereN + '"]');
    if (element) {
      element.classList.add('here');
    }
  }

  function reveal(element, mark) {
    setFollow(false);
    hold = performance.now() + 300;
    element.scrollIntoView({ block: 'center' });
    view.querySelectorAll('.here').forEach((x) => x.classList.remove('here'));
    hereN = mark ? element.dataset.n : null;
    markHere();
  }

  function jump(selector, direction) {
    const found = [...view.querySelectorAll(selector)];
    if (!found.length) {
      return false;
    }
    const here = view.querySelector('.here');
    const middle = box().getBoundingClientRect().top + box().clientHeight / 2;
    const edge = here ? here.getBoundingClientRect().top : direction < 0 ? Infinity : middle;
    const next = direction < 0
      ? found.reverse().find((x) => x.getBoundingClientRect().top < edge - 1)
      : found.find((x) => x.getBoundingClientRect().top > edge + 1);
    reveal(next || found[0], true);
    return true;
  }

  const lines = () => all.reduce((n, e) => n + (e.kind === 'line' ? 1 : 0), 0);

  ink.view = {
    mount(element) {
      view = element;
      box().addEventListener('scroll', onScroll, { passive: true });
      box().addEventListener('wheel', (e) => e.deltaY < 0 && pause(), { passive: true });
      box().addEventListener('touchmove', pause, { passive: true });
      box().addEventListener('keydown', (e) => UP.includes(e.key) && pause());
      rerender();
    },
    unmount() {
      view = null;
    },
    add,
    prepend,
    showKept,
    clear() {
      all.length = 0;
      waiting = [];
      facts.errors = facts.warns = facts.redacted = 0;
      facts.loaded = false;
      newLines = newErrors = 0;
      following = true;
      hereN = null;
      rerender();
    },
    look(nextMatcher, nextLeast, asFilter) {
      matcher = nextMatcher && nextMatcher.find ? nextMatcher : null;
      least = nextLeast;
      filtering = asFilter;
      rerender();
    },
    follow: setFollow,
    jump,
    context(n) {
      filtering = false;
      rerender();
      const element = view.querySelector('[data-n="' + n + '"]');
      if (element) {
        reveal(element, true);
      }
      tell();
    },
    status: () => ({
      following, newLines, newErrors, total: all.length, lines: lines(), shown: shownCount, filtering: filtered(),
      asFilter: filtering, ...facts,
    }),
    // Where errors lie, from 0 to 1, at most so many.
    ticks(most) {
      const errors = [];
      const from = Math.max(0, all.length - SHOWN);
      for (let i = from; i < all.length; i++) {
        if (all[i].level === 'error') {
          errors.push((i - from) / Math.max(1, all.length - from));
        }
      }
      const step = Math.ceil(errors.length / most) || 1;
      return errors.filter((_, i) => i % step === 0);
    },
    text: (only) =>
      all.filter((e) => e.kind === 'line' && (!only || passes(e))).map((e) => e.text).join('\n') + '\n',
    last: (count) => all.filter((e) => e.kind === 'line').slice(-count),
    all,
    changed: tell,
    watch(w) {
      watchers.add(w);
      return () => watchers.delete(w);
    },
  };
})(window.ink);
