// Merges several logs by time: #p=api+worker. The stream follows each of them, and the page merges them.
(function (ink) {
  'use strict';
  const MOST_LOGS = 8;
  const PAGE = 500;
  const AROUND = 300;
  // The number of lines before a page of newer ones, so that a record across its start stays whole.
  const OVERLAP = 50;
  // A line waits this long for earlier lines of other logs. The first lines of a log wait for those of all logs.
  const HOLD_MS = 150;
  const FIRST_MS = 2000;
  // A log whose lines are older than this is still catching up, and the others wait for it.
  const BEHIND_MS = 1000;
  const MOST_HELD = 20000;
  let firsts = new Map(); // the first lines of each log until all have come; then null
  let begun = 0;
  let held = [];
  let heard = new Map(); // when the last lines of each log came, and the time of the last one
  let timer = 0;

  // Returns the ids of the displayed logs if they are several.
  ink.severalLogs = function () {
    const names = (ink.state.at.p || '').split(/[ +]/).filter(Boolean);
    if (names.length < 2 || !ink.state.projects) {
      return null;
    }
    const found = names.map(ink.project).filter(Boolean);
    return found.length > 1 ? found.slice(0, MOST_LOGS).map((r) => r.channelId) : null;
  };

  // The head of several logs: their names, and buttons that add or remove one.
  ink.SeveralHead = function () {
    const all = ink.severalLogs();
    const without = (ch) => ({ p: all.filter((x) => x !== ch).join(' '), t: 'log' });
    return ink.html`<div class="head"><div class="title"><h2>${all.map(ink.nameOf).join(' + ')}</h2>
      <span class="quiet">their logs as one, by time</span></div>
      <div class="acts">${all.map((ch, i) => ink.html`<a key=${ch} class=${'seg p' + (i % 6)} ...${ink.to(without(ch))}
        aria-label=${'Without ' + ink.nameOf(ch)}>${ink.nameOf(ch)} ×</a>`)}</div></div>`;
  };
  ink.AnotherLog = function () {
    const here = ink.severalLogs() || [(ink.selected() || {}).channelId];
    const others = (ink.state.projects || []).filter((r) => !here.includes(r.channelId));
    return others.length > 0 && here.length < MOST_LOGS && ink.html`<select class="seg" aria-label="Show another log beside this one" onChange=${(e) => {
      if (e.target.value) {
        ink.go({ p: here.concat(e.target.value).join(' '), t: 'log' });
        e.target.value = '';
      }
    }}><${ink.Options} list=${[['', 'no other log'], ...others.map((r) => [r.channelId, r.name])]} /></select>`;
  };

  // Sets the time by which each line is sorted. A line is never before an earlier line of its own log.
  function timed(entries, last) {
    for (const one of entries) {
      const before = last.get(one.ch) || 0;
      if (one.kind === 'mark') {
        one.time = one.at || before;
      } else {
        one.time = Math.max(one.at || 0, before);
        last.set(one.ch, one.time);
      }
    }
    return entries;
  }

  function sorted(entries) {
    const ids = ink.severalLogs() || [];
    return entries.sort((a, b) => a.time - b.time || ids.indexOf(a.ch) - ids.indexOf(b.ch));
  }

  // Merges parts of several logs, within the span that is known of all of them. parts: [{ lines, begins: whether the
  // log begins there, ends: whether it ends there }]
  function woven(parts) {
    const edge = (known, i, choose, none) => choose(none, ...parts.filter((p) => !p[known] && p.lines.length).map((p) => p.lines.at(i).time));
    const low = edge('begins', 0, Math.max, 0);
    const high = edge('ends', -1, Math.min, Infinity);
    return sorted(parts.flatMap((p) => p.lines).filter((one) => one.time >= low && one.time <= high));
  }

  // --- new lines
  function start() {
    const parts = [...firsts.values()];
    firsts = null;
    ink.view.loaded();
    ink.view.live().begins = parts.every((p) => p.begins);
    ink.view.add(woven(parts));
  }

  function flush() {
    timer = 0;
    const ids = ink.severalLogs();
    if (!ids) {
      return;
    }
    const now = performance.now();
    if (firsts && ids.some((ch) => !firsts.has(ch)) && now - begun < FIRST_MS) {
      later();
      return;
    }
    if (firsts) {
      start();
    }
    const behind = [...heard.values()].filter((h) => now - h.came < BEHIND_MS && ink.now() - h.time > BEHIND_MS).map((h) => h.time);
    const limit = held.length > MOST_HELD ? Infinity : Math.min(...behind);
    const ready = held.filter((one) => one.time <= limit && now - one.came >= HOLD_MS);
    if (ready.length) {
      held = held.filter((one) => one.time > limit || now - one.came < HOLD_MS);
      ink.view.add(sorted(ready));
    }
    if (held.length) {
      later();
    }
  }

  function later() {
    timer = timer || setTimeout(flush, HOLD_MS / 3);
  }

  // --- pages of the past
  const place = (ink.logPlace = (ch, query) => ink.request('GET', '/api/logs/' + ch + '/at?' + new URLSearchParams(query)));
  // For a log that begins later than the time, the position is that of its first line.
  const from = async (ch, time) => (await place(ch, { time, zone: ink.zoneName(), first: true })).position;

  const iso = (ms) => new Date(ms).toISOString();

  function edges(shown, ch) {
    const own = shown.recs.filter((r) => r.kind === 'record' && r.ch === ch && r.pos);
    const last = own[own.length - 1];
    return own.length ? [own[0], last.rest ? last.rest[last.rest.length - 1] : last] : [null, null];
  }

  // Returns lines of one log around a position.
  async function around(ch, position, before, lines) {
    const d = await place(ch, { position, before, lines });
    const all = timed(ink.wireLines(d), new Map());
    const at = d.positions.indexOf(d.position);
    const many = at < 0 ? all.length : at;
    return { before: all.slice(0, many), after: all.slice(many), begins: many < before, ends: !d.more, at: d.at };
  }

  ink.merged = {
    // Returns how many lines each log begins with.
    tail: (logs) => Math.ceil((2 * ink.TAIL) / logs),
    clear() {
      firsts = new Map();
      begun = performance.now();
      held = [];
      heard = new Map();
    },
    // Takes lines and marks of one of the logs. reset: whether the log begins with them.
    lines(ch, entries, reset) {
      const last = new Map(heard.has(ch) ? [[ch, heard.get(ch).time]] : []);
      const lines = timed(entries, last);
      const came = performance.now();
      heard.set(ch, { came, time: last.get(ch) || 0 });
      if (firsts && reset && !firsts.has(ch)) {
        firsts.set(ch, { lines, begins: reset.begins, ends: true });
      } else {
        // A log that begins again sends lines that the page has already.
        const known = reset && edges(ink.view.live(), ch)[1];
        held.push(...lines.filter((one) => !known || one.time > known.time).map((one) => Object.assign(one, { came })));
      }
      later();
    },
    // Without a stream.
    polled(entries) {
      const live = ink.view.live();
      const known = new Set(live.recs.slice(-4 * PAGE).filter((r) => r.kind === 'record')
        .flatMap((r) => [r].concat(r.rest || [])).map(ink.lineKey));
      firsts = null;
      ink.view.loaded();
      ink.view.add(timed(entries.filter((one) => !known.has(ink.lineKey(one))), new Map()));
    },
    async older(shown, first) {
      const parts = await Promise.all(ink.severalLogs().map(async (ch) => {
        const [own] = edges(shown, ch);
        const d = await around(ch, own ? own.pos : await from(ch, iso(first.at || 0)), PAGE, 1);
        return { lines: d.before, begins: d.begins, ends: true };
      }));
      shown.begins = parts.every((p) => p.begins);
      shown.prepend(woven(parts), 0);
      ink.view.changed('older');
    },
    async newer(shown, last) {
      const parts = await Promise.all(ink.severalLogs().map(async (ch) => {
        const [, own] = edges(shown, ch);
        const d = await around(ch, own ? own.pos : await from(ch, iso((last.at || 0) + 1)), own ? OVERLAP : 0, PAGE);
        return { lines: own ? d.after.slice(1) : d.after, begins: true, ends: d.ends };
      }));
      const fresh = woven(parts);
      ink.view.changed(shown.append(fresh).fresh);
      if (!fresh.length) {
        ink.view.follow(true);
      }
    },
    async goTo(time) {
      const found = await Promise.all(ink.severalLogs().map(async (ch) =>
        around(ch, await from(ch, time), AROUND, AROUND)));
      const at = Math.min(...found.filter((d) => d.at).map((d) => Date.parse(d.at)));
      if (at === Infinity) {
        ink.toast('Nothing was logged at that time or later.', { tone: 'warn' });
        return;
      }
      const parts = found.map((d) => ({ lines: d.before.concat(d.after), begins: d.begins, ends: d.ends }));
      const buffer = new ink.LogBuffer(Infinity);
      buffer.append(woven(parts));
      buffer.begins = parts.every((p) => p.begins);
      ink.landed(iso(at));
      ink.view.past(buffer, buffer.recs.find((r) => r.at >= at) || buffer.recs[buffer.recs.length - 1] || null);
    },
  };
})(window.ink);
