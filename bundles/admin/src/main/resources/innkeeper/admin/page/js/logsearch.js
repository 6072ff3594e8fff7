// Searches all logs that the host keeps. The host reads them, and the page shows matches as they come.
(function (ink) {
  'use strict';
  const html = ink.html;
  const LIMIT = 500;
  const CONTEXT = 2;
  const RECORD_LINES = 20;
  const SPANS = [['', 'all that is kept'], ['-15m', 'last 15 minutes'], ['-1h', 'last hour'], ['-24h', 'last day'], ['-7d', 'last week']];
  let reading = null;

  // The search that is displayed; null if there is none. scope: ids with commas, or * for all.
  ink.search = null;
  const set = (patch) => {
    Object.assign(ink.search, patch);
    ink.view.changed();
  };

  // Returns the query in the form of the API.
  function query(s) {
    const q = new URLSearchParams({ projects: s.scope, limit: LIMIT });
    q.set('context', s.text ? CONTEXT : RECORD_LINES);
    if (s.text) {
      q.set('re', ink.matcher(s.text).re);
    }
    if (s.lvl !== 'all') {
      q.set('level', s.lvl);
    }
    if (s.from) {
      q.set('from', s.from);
    }
    return '/api/search?' + q;
  }

  // Returns why the search is not possible; '' if it is.
  function refused(s) {
    const m = s.text ? ink.matcher(s.text) : null;
    return m && m.error ? m.error
      : m && m.inverse ? 'The host cannot search for what is not there; “!” works on the loaded lines only.'
        : !m && s.lvl === 'all' ? 'Type what to search for, or choose a level.' : '';
  }

  // Takes a match. The newest line of a record comes first, and its lines become one match when its first line has
  // come.
  function take(m, open) {
    if (!ink.search.text && m.continues) {
      open.push(m);
      return;
    }
    found(m, open.splice(0).filter((x) => x.channelId === m.channelId));
  }

  function found(m, rest) {
    ink.search.found.push(Object.assign(m, { rest: rest.reverse().map((x) => x.line), n: ink.search.found.length }));
    ink.search.counts.set(m.channelId, (ink.search.counts.get(m.channelId) || 0) + 1);
  }

  async function read(s, signal) {
    const answer = await fetch(query(s), { signal });
    if (!answer.ok) {
      const body = await answer.json().catch(() => ({}));
      throw new Error(body.detail || body.title || 'Status ' + answer.status);
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    const open = [];
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (text + part.value).split('\n');
      text = lines.pop();
      for (const line of lines) {
        const m = JSON.parse(line);
        if (m.type === 'match') {
          take(m, open);
        } else {
          s.progress = m;
        }
        if (m.type === 'end') {
          // The begin of this record is beyond the limit.
          if (open.length) {
            found(open.pop(), open.splice(0));
          }
          s.status = m.complete ? 'done' : 'limit';
        }
      }
      set({});
    }
  }

  ink.startSearch = async function (patch) {
    ink.stopSearch();
    const s = (ink.search = Object.assign({ text: '', lvl: 'all', from: '', scope: '*', context: true, only: '' }, patch,
      { found: [], counts: new Map(), progress: null, status: 'running', error: '' }));
    const why = refused(s);
    if (why) {
      set({ status: 'failed', error: why });
      return;
    }
    const mine = (reading = new AbortController());
    set({});
    try {
      await read(s, mine.signal);
      if (s.status === 'running') {
        s.status = 'failed';
        s.error = 'The host ended the search before its end.';
      }
    } catch (e) {
      if (s.status === 'running') {
        s.status = 'failed';
        s.error = e.message;
      }
    }
    if (ink.search === s) {
      set({});
    }
  };
  ink.stopSearch = function () {
    if (ink.search && ink.search.status === 'running') {
      set({ status: 'stopped' });
    }
    if (reading) {
      reading.abort();
    }
  };
  ink.closeSearch = function () {
    ink.stopSearch();
    ink.search = null;
    ink.view.changed();
  };
  ink.allErrors = () => ink.startSearch({ lvl: 'error', from: '-1h', scope: '*' });

  const scopeName = (scope) => (scope === '*' ? 'all projects' : scope.split(',').map(ink.nameOf).join(' + '));

  function said(s) {
    const p = s.progress;
    const n = ink.count(s.found.length);
    const what = s.found.length === 1 ? 'match' : 'matches';
    const read = p ? ' · ' + ink.bytes(p.readBytes) + (p.readBytes < p.totalBytes ? ' of ' + ink.bytes(p.totalBytes) : '') + ' read, ' +
      p.files + ' of ' + ink.plural(p.totalFiles, 'file') + (p.unreadable ? ' · ' + ink.plural(p.unreadable, 'file') + ' could not be read' : '') : '';
    switch (s.status) {
      case 'running': return n + ' ' + what + ' so far' + read;
      case 'stopped': return 'Stopped: ' + n + ' ' + what + ' so far' + read;
      case 'limit': return (s.found.length ? 'The newest ' + n + ' ' + what + '; there may be older ones' : 'No match so far; not all was read') + read;
      case 'failed': return s.error;
      default: return s.found.length ? n + ' ' + what + read : 'No match in ' + scopeName(s.scope) + (s.from ? ' since then' : '') + read;
    }
  }

  function Line({ text, matcher, cls }) {
    const plain = ink.start(text);
    const spans = matcher ? matcher.find(plain) : [];
    const parts = [];
    let at = 0;
    for (const [from, to] of spans) {
      parts.push(plain.slice(at, from), html`<mark class="found">${plain.slice(from, to)}</mark>`);
      at = to;
    }
    return html`<div class=${cls}>${parts}${plain.slice(at)}</div>`;
  }

  function Match({ m, s, matcher, several }) {
    const patch = { p: m.channelId, t: 'log', q: '', lvl: 'all', at: (m.at || '') + ',' + m.position };
    const open = () => ink.closeSearch();
    const link = ink.to(patch);
    const around = s.context && s.text;
    return html`<li class=${'hit ' + (m.level || 'info')}>
      <a href=${link.href} onClick=${(e) => { link.onClick(e); open(); }} title="Show it in its log">
        <span class="at">${m.at ? ink.when(m.at) : 'time not known'}</span>${several ? html` <span class="hitproject">${ink.nameOf(m.channelId)}</span>` : ''}</a>
      <div class="hitlines">${around && m.before.map((l) => html`<${Line} text=${l} cls="context" />`)}
        <${Line} text=${m.line} matcher=${matcher} cls="hitline" />
        ${m.rest.length > 0 && html`<details><summary>${ink.plural(m.rest.length, 'more line')}</summary>${m.rest.map((l) => html`<${Line} text=${l} cls="context" />`)}</details>`}
        ${around && m.after.map((l) => html`<${Line} text=${l} cls="context" />`)}</div></li>`;
  }

  // The results, displayed instead of the log until the search is closed.
  ink.SearchPane = function ({ scope }) {
    const s = ink.search;
    const again = (patch) => ink.startSearch(Object.assign({ text: s.text, lvl: s.lvl, from: s.from, scope: s.scope, context: s.context }, patch));
    const matcher = s.text && !refused(s) ? ink.matcher(s.text) : null;
    const several = s.counts.size > 1 || s.scope === '*';
    const found = s.only ? s.found.filter((m) => m.channelId === s.only) : s.found;
    return html`<section class="searchpane" aria-label="Search results">
      <div class="tools">
        <strong>${s.text ? '“' + s.text + '”' : 'level ' + s.lvl + ' and above'}</strong>
        <select class="seg" aria-label="Where to search" onChange=${(e) => again({ scope: e.target.value })}>
          <${ink.Options} list=${[[scope, scopeName(scope)], ['*', 'all projects and the host']]} chosen=${s.scope} /></select>
        <select class="seg" aria-label="How far back" onChange=${(e) => again({ from: e.target.value })}>
          <${ink.Options} list=${SPANS} chosen=${s.from} /></select>
        ${s.text && html`<button class="seg" aria-pressed=${s.context} onClick=${() => set({ context: !s.context })}>lines around</button>`}
        ${s.status === 'running' ? html`<button class="seg" onClick=${ink.stopSearch}>Stop</button>` : html`<button class="seg" onClick=${() => again({})}>Search again</button>`}
        <button class="seg" onClick=${ink.closeSearch}>Close</button>
      </div>
      <p class=${'searchsaid' + (s.status === 'failed' ? ' failed' : '')} role="status">${said(s)}</p>
      ${s.counts.size > 1 && html`<div class="hitcounts" role="group" aria-label="Results by project">
        <button class="seg" aria-pressed=${!s.only} onClick=${() => set({ only: '' })}>all<b>${ink.count(s.found.length)}</b></button>
        ${[...s.counts].sort((a, b) => b[1] - a[1]).map(([ch, n]) => html`<button class="seg" key=${ch} aria-pressed=${s.only === ch}
          onClick=${() => set({ only: ch })}>${ink.nameOf(ch)}<b>${ink.count(n)}</b></button>`)}</div>`}
      <ol class="hits" tabindex="0" aria-label="Matches, newest first">${found.map((m) => html`<${Match} key=${m.n} m=${m} s=${s} matcher=${matcher} several=${several} />`)}</ol>
    </section>`;
  };
})(window.ink);
