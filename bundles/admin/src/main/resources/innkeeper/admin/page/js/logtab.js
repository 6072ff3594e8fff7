// The log tab: its tools, and how events become lines and marks.
(function (ink) {
  'use strict';
  const { useEffect, useRef, useState } = ink.hooks;
  const html = ink.html;
  const LEVELS = ['all', 'info', 'warn', 'error'];
  const MOST = 10000;
  const STEP = 2000;
  let before = null;

  // What there is of lines that have no end yet.
  let begun = [];
  let older = true;
  let asking = false;

  function entries(lines) {
    return lines.map((raw) => (before = ink.entry(raw, before)));
  }

  const who = (e) => {
    const a = e.actor || {};
    return (a.program || a.via || '') + (a.uid ? ' (uid ' + a.uid + ')' : '');
  };

  const turned = (archive) => ink.marker('rotated: ' + archive, '', null);

  function stateMark(d) {
    const tone = d.state === 'FATAL' ? 'err' : d.state === 'BACKOFF' ? 'warn' : '';
    return ink.marker(d.state + (d.reason ? ' – ' + d.reason : ''), tone, Date.parse(d.at || d.stateSince));
  }

  function auditMark(d) {
    const detail = d.detail ? ': ' + d.detail : '';
    return ink.marker(d.action + ' by ' + who(d) + detail, d.outcome === 'ok' ? '' : 'warn', Date.parse(d.ts));
  }

  // The last lines before it may still be on their way: they are sent up to thirty times a second.
  const PACE_MS = 60;
  function later(id, mark) {
    setTimeout(() => id === ink.logId() && ink.view.add([mark]), PACE_MS);
  }

  // A tail with what happened meanwhile, each where it fell.
  function told(d) {
    const all = [];
    const marks = d.marks.slice();
    const turns = d.turns.slice();
    for (let i = 0; i <= d.lines.length; i++) {
      while (turns.length && turns[0].line <= i) {
        all.push(turned(turns.shift().archive));
      }
      while (marks.length && d.lines.length - marks[0].back <= i) {
        const mark = marks.shift();
        all.push(mark.audit ? auditMark(mark.audit) : stateMark(mark));
      }
      if (i < d.lines.length) {
        all.push(...entries([d.lines[i]]));
      }
    }
    return all;
  }

  ink.log = {
    clear() {
      before = null;
      older = true;
      begun = [];
      ink.view.clear();
    },
    lines(d) {
      if (d.channelId !== ink.logId()) {
        return;
      }
      if (d.reset) {
        ink.log.clear();
      }
      ink.logFacts.loaded = true;
      if (d.ended) {
        ink.view.add([turned(d.ended)]);
      }
      ink.view.add(d.marks ? told(d) : entries(d.lines));
    },
    // What the server has printed of lines that it has not ended: a prompt, progress dots.
    unfinished(d) {
      if (d.channelId === ink.logId()) {
        begun = d.lines;
        ink.view.changed();
      }
    },
    gap(d) {
      if (d.what === 'log' && d.channelId === ink.logId()) {
        ink.view.add([ink.marker('lines are missing here: ' + d.detail, 'warn')]);
      }
    },
    // What was logged before: first what is kept and was trimmed, then what the host has.
    async older() {
      const id = ink.logId();
      const known = ink.view.all.filter((e) => e.kind === 'line').map((e) => e.raw);
      if (ink.view.showKept() || asking || !older || !known.length) {
        return;
      }
      asking = true;
      try {
        const wanted = Math.min(MOST, known.length + STEP);
        const tail = await ink.request('GET', '/api/logs/' + id + '?lines=' + wanted);
        if (id !== ink.logId()) {
          return;
        }
        const at = place(tail.lines, known);
        const more = tail.truncated || tail.lines.length === wanted;
        older = more && at > 0 && wanted < MOST && !tail.truncated;
        if (at > 0) {
          const keep = before;
          const fresh = entries(tail.lines.slice(0, at));
          before = keep;
          if (more && !older) {
            fresh.unshift(ink.marker('older lines are in the download', '', null));
          }
          ink.view.prepend(fresh);
        }
      } catch (e) {
        ink.toast(e.message, { tone: 'err' });
      } finally {
        asking = false;
      }
    },
    hasOlder: () => older,
    // Without a stream: what is new in a tail is what follows the lines known already.
    polled(tail) {
      const known = ink.view.last(30).map((e) => e.raw);
      const lines = tail.lines;
      ink.logFacts.loaded = true;
      let from = 0;
      if (known.length) {
        const end = known[known.length - 1];
        let at = lines.lastIndexOf(end);
        while (at >= 0 && !matchesBack(lines, at, known)) {
          at = at > 0 ? lines.lastIndexOf(end, at - 1) : -1;
        }
        if (at < 0) {
          ink.view.add([ink.marker('some lines may be missing here', 'warn')]);
        }
        from = at + 1;
      }
      ink.view.add(entries(lines.slice(from)));
    },
    // The project's life, told inside its log.
    event(type, d) {
      const id = ink.logId();
      if (type === 'project' && d.channelId === id && !d.removed) {
        const old = ink.selected();
        if (old && old.state !== d.state) {
          later(id, stateMark(d));
        }
      } else if (type === 'audit' && d.channelId === id) {
        later(id, auditMark(d));
      }
    },
  };

  // Where the first of the known lines stand in a longer tail; -1 if they do not.
  function place(lines, known) {
    const few = known.slice(0, 30);
    const expected = lines.length - known.length;
    for (let off = 0; off <= lines.length; off++) {
      for (const at of [expected - off, expected + off]) {
        if (at >= 0 && few.every((line, i) => lines[at + i] === line)) {
          return at;
        }
      }
    }
    return -1;
  }

  function matchesBack(lines, at, known) {
    const n = Math.min(known.length, at + 1);
    for (let i = 0; i < n; i++) {
      if (lines[at - i] !== known[known.length - 1 - i]) {
        return false;
      }
    }
    return true;
  }

  function Ticks() {
    return html`<div class="ticks" aria-hidden="true">
      ${ink.view.ticks(120).map((t) => html`<i style=${{ top: (t * 100).toFixed(2) + '%' }}></i>`)}
    </div>`;
  }

  function save(id, only) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([ink.view.text(only)], { type: 'text/plain' }));
    link.download = id + (only ? '-filtered' : '') + '.log';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  function issue(name) {
    const lines = ink.view.last(100).map((e) => e.text);
    return '`' + name + '`, last ' + lines.length + ' lines (redacted):\n\n```\n' + lines.join('\n') + '\n```\n';
  }

  function Levels({ s, lvl }) {
    const counts = { warn: s.warns, error: s.errors };
    return html`<div class="levels" role="group" aria-label="Least level shown">
      ${LEVELS.map((l) => html`<button class=${'seg ' + l} aria-pressed=${lvl === l}
        onClick=${() => ink.go({ lvl: l }, true)}>${l}${counts[l] ? html`<b>${ink.count(counts[l])}</b>` : ''}</button>`)}
    </div>`;
  }

  ink.LogTab = function ({ id, name }) {
    const [, redraw] = useState(0);
    const [asFilter, setAsFilter] = useState(true);
    const [wrap, setWrap] = useState(ink.pref('wrap') !== 'off');
    const [slow, setSlow] = useState(false);
    const box = useRef(null);
    const { q, lvl } = ink.state.at;
    const matcher = q ? ink.matcher(q) : null;
    const wrong = matcher && matcher.error;

    useEffect(() => {
      let timer = 0;
      const stop = ink.view.watch(() => {
        timer = timer || setTimeout(() => { timer = 0; redraw((x) => x + 1); }, 100);
      });
      ink.view.mount(box.current);
      return () => { stop(); clearTimeout(timer); ink.view.unmount(); };
    }, []);
    useEffect(() => {
      const timer = setTimeout(
        () => ink.view.look(wrong ? null : matcher, lvl === 'all' ? 0 : ink.RANK[lvl], asFilter), 120);
      return () => clearTimeout(timer);
    }, [q, lvl, asFilter, id]);
    useEffect(() => {
      const timer = setTimeout(() => setSlow(true), 200);
      return () => clearTimeout(timer);
    }, [id]);

    const s = ink.view.status();
    const onLine = (e) => {
      const line = e.target.closest && e.target.closest('.line');
      if (line && ink.view.status().filtering && document.getSelection().isCollapsed) {
        setAsFilter(false);
        ink.view.context(line.dataset.n);
      }
    };
    const toggleWrap = () => { ink.pref('wrap', wrap ? 'off' : 'on'); setWrap(!wrap); };
    ink.logKeys = { toggleWrap };
    const narrowed = Boolean(q) || lvl !== 'all';

    return html`<div class="logtab">
      <div class="tools">
        <${Levels} s=${s} lvl=${lvl} />
        <label class="find"><span class="vh">Search the log</span>
          <input id="search" type="search" placeholder="Search  ·  !not  ·  /pattern/" value=${q}
            aria-invalid=${wrong ? 'true' : 'false'} aria-describedby="searchnote"
            onInput=${(e) => { setAsFilter(true); ink.go({ q: e.target.value }, true); }}
            onKeyDown=${(e) => e.key === 'Enter' && ink.view.jump('.line:has(.found)', e.shiftKey ? -1 : 1)} /></label>
        ${q && html`<button class="seg" aria-pressed=${asFilter} onClick=${() => setAsFilter(!asFilter)}
          title="Show only lines that match, with three around each">filter</button>`}
        <button class="seg wide" aria-pressed=${wrap} onClick=${toggleWrap} title="Wrap long lines (w)">wrap</button>
        <button class="seg follow" aria-pressed=${s.following} onClick=${() => ink.view.follow(!s.following)}
          title="Follow the end (f)">${s.following ? 'following' : 'paused'}</button>
        <details class="menu"><summary>More</summary><div>
          <a href=${'/api/logs/' + id + '/download'} download>Download all, archives too</a>
          <button onClick=${() => save(name, narrowed)}>Save ${narrowed ? 'what is filtered' : 'what is loaded'}</button>
          <button onClick=${() => ink.copy(issue(name), 'The last lines')}>Copy for an issue</button>
          <button onClick=${() => ink.copy(ink.curl('GET', '/api/logs/' + id + '?lines=200'), 'The command')}>Copy as curl</button>
          <button onClick=${() => ink.rotate(id)}>Rotate now</button>
        </div></details>
        <span id="searchnote" class="quiet note">${wrong || ''}</span>
      </div>
      <div class="logbox">
        <div class=${'loglines' + (wrap ? '' : ' nowrap')} role="log" aria-live="off" tabindex="0"
            aria-label=${'Log of ' + name}>
          ${s.total >= 100 && ink.log.hasOlder() && html`<p class="older"><button class="link" onClick=${ink.log.older}>older lines</button></p>`}
          <div ref=${box} onClick=${onLine}></div>
          ${begun.map((line) => html`<div class="begun">${line}</div>`)}
        </div>
        <${Ticks} />
        ${s.total === 0 && s.loaded && html`<p class="over empty">Nothing logged yet. What the server prints appears here.</p>`}
        ${!s.loaded && slow && html`<p class="over empty">Loading the log …</p>`}
        ${s.total > 0 && s.shown === 0 && s.loaded && html`<p class="over empty">No line matches.</p>`}
        ${!s.following && html`<button class="pill" onClick=${() => ink.view.follow(true)}>▼ ${
          s.newLines ? ink.count(s.newLines) + ' new' + (s.newErrors ? ' · ' + ink.plural(s.newErrors, 'error') : '') : 'to the end'}</button>`}
      </div>
      <p class="logfoot quiet">${ink.plural(s.lines, 'line')} loaded${
        s.errors ? html` · <button class="link" onClick=${() => ink.view.jump('.line.error:not(.cont)', -1)}>${ink.plural(s.errors, 'error')}</button>` : ''}${
        s.redacted ? ' · ' + ink.count(s.redacted) + ' with secrets redacted' : ''}${
        s.filtering ? ' · click a line to see it in context' : ''}</p>
    </div>`;
  };

  ink.addParam('q', '');
  ink.addParam('lvl', 'all', LEVELS);
  const own = ['q', 'lvl'];
  ink.addView({ scope: 'project', id: 'log', title: 'Log', own,
    component: ({ id, record }) => (id ? html`<${ink.LogTab} key="log" id=${id} name=${record.name} />` : null) });
  ink.addView({ scope: 'host', id: 'log', title: 'Log', own,
    component: () => html`<${ink.LogTab} key="log" id="main" name="the host" />` });
})(window.ink);
