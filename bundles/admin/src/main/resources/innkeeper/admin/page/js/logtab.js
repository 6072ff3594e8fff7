// The view of a log: its tools, its rows, and its text if it has no rows.
(function (ink) {
  'use strict';
  const { useEffect, useRef, useState } = ink.hooks;
  const html = ink.html;
  const LEVELS = ['all', 'info', 'warn', 'error'];
  const GUTTERS = [['abs', 'absolute'], ['rel', 'relative'], ['off', 'off']];
  let only = [];
  let landed = '';

  function save(id, part) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([ink.view.text(part)], { type: 'text/plain' }));
    link.download = id + (part ? '-filtered' : '') + '.log';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  function issue(name) {
    const lines = ink.view.text(false).trimEnd().split('\n').slice(-100);
    return '`' + name + '`, last ' + lines.length + ' lines (redacted):\n\n```\n' + lines.join('\n') + '\n```\n';
  }

  // Filters records by a field: only those with this value, or only those without it.
  ink.logOnly = function (key, value, not) {
    only = only.filter((o) => o.key !== key || o.value !== value).concat({ key, value, not });
    ink.view.look({ only, filtering: true });
  };

  // The user has moved to a time: writes it into the address.
  ink.landed = function (at) {
    landed = (ink.severalLogs() || [ink.logId()]).join() + at;
    ink.go({ at }, true);
  };

  // Moves to a time in a form that people write, in the page's zone.
  ink.goToTime = async function (id, text) {
    const [time, position] = text.includes(',') ? text.split(',') : [text, ''];
    await (ink.severalLogs() ? ink.merged.goTo(time) : ink.log.goTo(id, time, position));
  };

  function Levels({ s, lvl }) {
    const counts = { warn: s.warns, error: s.errors };
    return html`<div class="levels" role="group" aria-label="Least level shown">
      ${LEVELS.map((l) => html`<button class=${'seg ' + l} aria-pressed=${lvl === l}
        onClick=${() => ink.go({ lvl: l }, true)}>${l}${counts[l] ? html`<b>${ink.count(counts[l])}</b>` : ''}</button>`)}
    </div>`;
  }

  function Times({ redraw }) {
    const choose = (v) => { ink.pref('times', v); ink.view.retime(); redraw((x) => x + 1); };
    return html`<label><span>Times</span><select class="seg" onChange=${(e) => choose(e.target.value)}>
        <${ink.Options} list=${GUTTERS} chosen=${ink.gutter()} /></select></label>
      <label><span>Zone</span><${ink.ZoneSelect} /></label>`;
  }

  function View({ id, marks, toggleMarks, wrap, toggleWrap, redraw }) {
    return html`<details class="menu view"><summary>View</summary><div>
      <${Times} redraw=${redraw} />
      <label><input type="checkbox" checked=${wrap} onChange=${toggleWrap} /> wrap long lines</label>
      <label><input type="checkbox" checked=${marks} onChange=${toggleMarks} /> starts, stops and ends of the project</label>
      ${id !== 'main' && html`<label><span>Beside it</span><${ink.AnotherLog} /></label>`}
    </div></details>`;
  }

  function GoTo({ id }) {
    const [text, setText] = useState('');
    const submit = (e) => {
      e.preventDefault();
      const form = e.target;
      if (text.trim()) {
        const at = text.trim();
        ink.goToTime(id, at).then(() => { setText(''); form.querySelector('input').blur(); });
      }
    };
    return html`<form class="goto" onSubmit=${submit}><label><span class="vh">Go to a time, such as 03:12, -2h or yesterday 03:12</span>
      <input id="goto" class="seg" placeholder="go to 03:12, -2h …" title="g: 03:12, -2h, yesterday 03:12, 2026-11-22T03:12Z" value=${text} size="16" onInput=${(e) => setText(e.target.value)}
        onKeyDown=${(e) => e.key === 'Escape' && e.target.blur()} /></label></form>`;
  }

  function Menu({ id, name, narrowed }) {
    return html`<details class="menu"><summary>More</summary><div>
      <button onClick=${ink.allErrors}>All errors, everywhere, last hour</button>
      ${id && html`<a href=${'/api/logs/' + id + '/download'} download>Download all, archives too</a>`}
      <button onClick=${() => save(name, narrowed)}>Save ${narrowed ? 'what is filtered' : 'what is loaded'}</button>
      <button onClick=${() => ink.copy(issue(name), 'The last lines')}>Copy for an issue</button>
      ${id && html`<button onClick=${() => ink.copy(ink.curl('GET', '/api/logs/' + id + '?lines=200'), 'The command')}>Copy as curl</button>
      <button onClick=${() => ink.rotate(id)}>Rotate now</button>`}
    </div></details>`;
  }

  // Explains why no row is displayed, although the log has lines.
  function NoMatch({ s, id, find }) {
    const r = ink.project(id);
    const printed = r && r.log ? r.log.lines : 0;
    const of = s.begins && s.complete ? 'all ' + ink.plural(s.lines, 'line')
      : 'the ' + ink.plural(s.lines, 'line') + ' loaded' + (printed > s.lines ? ' of ' + ink.count(printed) : '');
    return html`<div class="empty nomatch"><p>No match in ${of}.</p>
      ${!(s.begins && s.complete) && html`<p class="row"><button onClick=${find}>Search all</button></p>`}</div>`;
  }

  // A note that the server is blocked because its log waits for disk space.
  function WaitsForDisk({ id }) {
    const r = ink.project(id);
    return r && ink.waitsForDisk(r) && html`<p class="remark" role="status">${r.log && r.log.lastLineAt ? 'No line since ' + ink.when(r.log.lastLineAt) + ': ' : ''}${ink.within(r.reason)}</p>`;
  }

  ink.LogTab = function ({ id, name, several }) {
    const [, redraw] = useState(0);
    const [wrap, setWrap] = useState(ink.pref('wrap') !== 'off');
    const [marks, setMarks] = useState(ink.pref('marks') !== 'off');
    const [slow, setSlow] = useState(false);
    const box = useRef(null);
    const { q, lvl, at } = ink.state.at;
    const matcher = q ? ink.matcher(q) : null;
    const wrong = matcher && matcher.error;
    const scope = several ? several.join(',') : id;
    const log = several ? several.join() : id;

    useEffect(() => {
      let timer = 0;
      const stop = ink.view.watch(() => {
        timer = timer || setTimeout(() => { timer = 0; redraw((x) => x + 1); }, 200);
      });
      ink.view.mount(box.current);
      return () => { stop(); clearTimeout(timer); ink.view.unmount(); };
    }, []);
    useEffect(() => {
      const timer = setTimeout(() => ink.view.look({ matcher: wrong ? null : matcher, least: lvl === 'all' ? 0 : ink.RANK[lvl], filtering: true }), 120);
      return () => clearTimeout(timer);
    }, [q, lvl, log]);
    useEffect(() => {
      const timer = setTimeout(() => setSlow(true), 200);
      only = [];
      return () => { clearTimeout(timer); ink.closeSearch(); };
    }, [log]);
    const s = ink.view.status();
    // A link to a time moves there when the log has been loaded.
    useEffect(() => {
      if (at && s.loaded && landed !== log + at) {
        landed = log + at;
        ink.goToTime(id, at);
      } else if (!at) {
        landed = '';
      }
    }, [at, s.loaded, log]);

    const onRow = (e) => {
      const element = e.target.closest && e.target.closest('.line, .mark');
      if (!element || !document.getSelection().isCollapsed || e.target.closest('.opened')) {
        return;
      }
      if (ink.view.status().filtered && !element.row.last.open) {
        ink.view.context(element.row.last);
      } else {
        ink.view.open(element.row);
      }
    };
    const onKey = (e) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[e.key];
      if (by && !e.altKey && !e.ctrlKey && !e.metaKey) {
        e.preventDefault();
        ink.view.step(by);
      } else if (e.key === 'Enter' && e.target.classList.contains('line') && ink.view.openHere()) {
        e.preventDefault();
      }
    };
    const toggleWrap = () => { ink.pref('wrap', wrap ? 'off' : 'on'); setWrap(!wrap); ink.view.redraw(); };
    const toggleMarks = () => { ink.pref('marks', marks ? 'off' : 'on'); setMarks(!marks); ink.view.look({ marks: !marks }); };
    ink.logKeys = { toggleWrap };
    const find = () => ink.startSearch({ text: q, lvl, scope });
    const narrowed = Boolean(q) || lvl !== 'all' || only.length > 0;

    return html`<div class=${'logtab times-' + ink.gutter() + (s.from && ink.day(s.from) !== ink.day(ink.now()) ? ' days' : '') + (several ? ' several' : '')}>
      <div class="tools">
        <${Levels} s=${s} lvl=${lvl} />
        <label class="find"><span class="vh">Search the log</span>
          <input id="search" type="search" placeholder="Filter · !not · /re/ · ⏎ search all" value=${q}
            aria-invalid=${wrong ? 'true' : 'false'} aria-describedby="searchnote"
            onInput=${(e) => ink.go({ q: e.target.value }, true)}
            onKeyDown=${(e) => e.key === 'Enter' && (e.shiftKey ? ink.view.found(-1) : find())} /></label>
        ${narrowed && html`<button class="seg" onClick=${find} title="Search the whole log, archives too (Enter)">search all</button>
          <button class="seg" aria-pressed=${s.filtering} onClick=${() => ink.view.look({ filtering: !ink.view.status().filtering })}
          title="Show only records that match, with three around each">filter</button>`}
        <button class="seg follow" aria-pressed=${s.following} onClick=${() => ink.view.follow(!ink.view.status().following)}
          title="Follow the end (f, Space)">${s.following ? 'following' : 'paused'}</button>
        <${GoTo} id=${id} />
        <${View} ...${{ id, marks, toggleMarks, toggleWrap, wrap, redraw }} />
        <${Menu} ...${{ id, name, narrowed }} />
        <span id="searchnote" class="quiet note">${wrong || ''}</span>
        ${only.length > 0 && html`<div class="logfilters" role="group" aria-label="Only records with">${only.map((o) => html`<button class="seg" aria-pressed="true"
          aria-label=${'Remove the filter ' + o.key + (o.not ? ' is not ' : ' is ') + o.value}
          onClick=${() => { only = only.filter((x) => x !== o); ink.view.look({ only }); }}>${o.key} ${o.not ? '≠' : '='} ${o.value.slice(0, 40)} ×</button>`)}</div>`}
      </div>
      ${scope !== 'main' && !ink.search && html`<${ink.Histogram} projects=${scope} id=${id} />`}
      ${ink.search && html`<${ink.SearchPane} scope=${scope} />`}
      ${id && id !== 'main' && html`<${WaitsForDisk} id=${id} />`}
      <div class="logbox" hidden=${Boolean(ink.search)}>
        <div class=${'loglines' + (wrap ? '' : ' nowrap')} role="log" aria-live="off" tabindex="0"
            aria-label=${'Log of ' + name} onKeyDown=${onKey}>
          ${s.lines >= 100 && !s.begins && !s.following && html`<p class="older"><button class="link" onClick=${ink.log.older}>older lines</button></p>`}
          <div ref=${box} onClick=${onRow}></div>
          ${s.lines > 0 && s.filtered && s.passed === 0 && s.loaded && html`<${NoMatch} s=${s} id=${id} find=${find} />`}
          ${s.following && ink.begun.map((one) => html`<div class="begun">${several ? ink.nameOf(one.ch) + ': ' : ''}${ink.start(one.text)}</div>`)}
        </div>
        <${Ticks} />
        ${s.loaded && s.lines === 0 && html`<p class=${s.rows === 0 ? 'over empty' : 'empty'}>Nothing logged yet. What the server prints appears here.</p>`}
        ${!s.loaded && slow && html`<p class="over empty">Loading the log …</p>`}
        ${!s.following && html`<button class="pill" onClick=${() => ink.view.follow(true)}>▼ ${
          s.newLines ? ink.count(s.newLines) + ' new' + (s.newErrors ? ' · ' + ink.plural(s.newErrors, 'error') : '') : 'to the end'}</button>`}
      </div>
      <p class="logfoot quiet">${ink.plural(s.lines, 'line')} loaded${
        s.errors ? html` · <button class="link" onClick=${() => ink.view.errors(-1)}>${ink.plural(s.errors, 'error')}</button>` : ''}${
        s.redacted ? ' · ' + ink.count(s.redacted) + ' with secrets redacted' : ''}${
        s.filtered ? ' · ' + ink.plural(s.passed, 'record') + (s.passed === 1 ? ' matches' : ' match') + ' · click one to see it in context' : ''}</p>
    </div>`;
  };

  function Ticks() {
    return html`<div class="ticks" aria-hidden="true">
      ${ink.view.ticks(120).map((t) => html`<i style=${{ top: (t * 100).toFixed(2) + '%' }}></i>`)}
    </div>`;
  }

  ink.addParam('q', '');
  ink.addParam('lvl', 'all', LEVELS);
  ink.addParam('at', '');
  const own = ['q', 'lvl', 'at'];
  ink.addView({ scope: 'project', id: 'log', title: 'Log', own, component: ({ id, record }) => {
    const several = ink.severalLogs();
    return several ? html`<${ink.LogTab} key="log" id=${null} name=${several.map(ink.nameOf).join(' + ')} several=${several} />`
      : id ? html`<${ink.LogTab} key="log" id=${id} name=${record.name} />` : null;
  } });
  ink.addView({ scope: 'host', id: 'log', title: 'Log', own,
    component: () => html`<${ink.LogTab} key="log" id="main" name="the host" />` });

  for (const where of ['project/log', 'host/log']) {
    ink.addKey('g', 'go to a time', () => document.getElementById('goto').focus(), where);
  }
  ink.addCommands(() => [{ say: 'All errors, everywhere, last hour', hint: 'search', run: () => {
    const first = (ink.state.projects || [])[0];
    const shown = ink.shown();
    if (shown.id !== 'log') {
      ink.go(first ? { p: first.channelId, t: 'log' } : { p: 'main', t: 'log' });
    }
    setTimeout(ink.allErrors, 50);
  } }]);

  // The Space key pauses, unless the focused element uses it.
  document.addEventListener('keydown', (e) => {
    if (e.key === 'Escape' && ink.search && !ink.state.dialog) {
      ink.closeSearch();
      return;
    }
    const own = e.target.closest && e.target.closest('input, textarea, select, dialog, button, a, summary, [role=tab]');
    if (e.key === ' ' && !own && !e.ctrlKey && !e.metaKey && !e.altKey && !ink.state.dialog && ink.pref('keys') !== 'off' && ink.shown().id === 'log') {
      e.preventDefault();
      ink.view.follow(!ink.view.status().following);
    }
  });
})(window.ink);
