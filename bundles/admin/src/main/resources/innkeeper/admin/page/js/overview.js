// The overview: one sentence, then all projects, starting with those that need attention.
(function (ink) {
  'use strict';
  const { useEffect, useRef } = ink.hooks;
  const html = ink.html;
  // At this number of quiet projects, they are folded.
  const FOLD_FROM = 30;
  const TOLD = 3;
  const KINDS = {
    crash: 'crashed', 'failed-start': 'fails to start', 'crash-loop': 'crash-looping', flapping: 'flapping',
    'memory-kill': 'killed for its memory', 'probe-outage': 'not ready',
  };

  const ill = (r) => ink.calm(r) < ink.TROUBLE.length;
  const errorOf = (incident) => incident && incident.ends.map((e) => e.error).filter(Boolean).pop();

  // --- the sentence
  const hour = (iso) => (ink.day(iso) === ink.day(ink.now()) ? '' : ink.day(iso) + ' ') + ink.clockTime(iso).slice(0, 5);

  function told(r) {
    const incident = ink.figures.incidentOf(r.channelId);
    const error = errorOf(incident);
    const link = html`<a ...${ink.to({ p: r.channelId })}>${r.name}</a>`;
    if (ink.waitsForDisk(r)) {
      return html`${link} is ${ink.within(r.reason)}`;
    }
    // An incident begins with its first sign; the record's state has the time at which the host gave up.
    if (r.state === 'FATAL') {
      return html`${link} given up at ${hour(r.stateSince)}${error ? ', ' + error : ''}`;
    }
    const kind = (incident && KINDS[incident.kind]) || ink.TROUBLE[ink.calm(r)];
    return html`${link} ${kind} since ${hour(incident ? incident.from : r.stateSince)}${error ? ', ' + error : ''}`;
  }

  function Sentence() {
    const all = ink.state.projects;
    const sick = ink.trouble();
    const host = ink.hostFaults();
    const ready = all.filter((r) => r.health && r.health.ready).length;
    const off = all.filter((r) => r.state === 'STOPPED' || (r.state === 'EXITED' && !ill(r))).length;
    const rest = [ready + ' ready', off ? off + ' stopped' : ''].filter(Boolean).join(', ');
    const parts = sick.slice(0, TOLD).map(told);
    if (sick.length > TOLD) {
      parts.push(html`<a ...${ink.to({ state: 'ill' })}>${sick.length - TOLD} more</a>`);
    }
    const c = ink.state.conn;
    return html`<p class="sentence">${c.status === 'gone' ? 'Last known, at ' + ink.clockTime(c.since) + ': ' : ''}<strong>${sick.length ? sick.length + ' of ' + all.length + (sick.length === 1 ? ' needs you: ' : ' need you: ')
      : 'No project of ' + all.length + ' needs you'}</strong>${parts.map((part, i) => html`${i ? '; ' : ''}${part}`)}${
        sick.length ? '. ' + rest + '.' : ': ' + rest + '.'}${
        host.length ? html` <a class="warn" ...${ink.to({ t: 'health' })}>Host: ${host[0][1].output ? ink.within(host[0][1].output) : host[0][0]}${host.length > 1 ? ' +' + (host.length - 1) : ''}</a>` : ''}</p>`;
  }

  // --- filter and order
  const CHIPS = [
    ['ill', 'need you', ill], ['FATAL'], ['UNKNOWN'], ['BACKOFF'],
    ['disk', 'waiting for disk', ink.waitsForDisk], ['unready', 'not ready', (r) => ink.TROUBLE[ink.calm(r)] === 'not ready'], ['flapping', 'flapping', ink.flapping],
    ['RUNNING'], ['STARTING'], ['STOPPING'], ['EXITED'], ['STOPPED'],
  ].map(([id, say, test]) => ({ id, say: say || id, test: test || ((r) => r.state === id) }));

  const NOTHING = {};
  const recentOf = (r) => (ink.figures.recent && ink.figures.recent[r.channelId]) || NOTHING;
  const known = (v) => v !== null && v !== undefined;
  const usedOf = (r, what) => (ink.used(r) || {})[what];
  // For each column: the value to sort by, and whether the largest comes first.
  const ORDER = {
    state: [(r) => ink.calm(r) * 1000 + r.stateCode, false], name: [(r) => r.name, false], why: [(r) => r.reason || '', false],
    cpu: [(r) => usedOf(r, 'cpuPercent'), true], mem: [(r) => usedOf(r, 'rssBytes'), true],
    restarts: [(r) => recentOf(r).restarts24h, true], errors: [(r) => recentOf(r).errorsPerMinute, true],
    up: [(r) => (r.state === 'RUNNING' && r.startedAt ? Date.parse(r.startedAt) : null), false],
  };
  const HEADS = [
    ['state', 'State'], ['name', 'Project'], ['why', 'Why'], ['cpu', 'CPU · 1 h'], ['mem', 'Memory · 1 h'],
    ['restarts', 'Restarts 24 h'], ['errors', 'Errors/min'], ['up', 'Up'],
  ];

  const collator = new Intl.Collator('en', { numeric: true });
  const named = (a, b) => collator.compare(a.name, b.name);

  function sorted(all, sort) {
    const down = sort.startsWith('-');
    const order = ORDER[down ? sort.slice(1) : sort];
    if (!order) {
      return all.slice().sort((a, b) => ink.calm(a) - ink.calm(b) || named(a, b));
    }
    const sign = order[1] === down ? 1 : -1;
    return all.slice().sort((a, b) => {
      const [x, y] = [order[0](a), order[0](b)];
      if (!known(x) || !known(y)) {
        return known(x) ? -1 : known(y) ? 1 : named(a, b);
      }
      return x < y ? -sign : x > y ? sign : named(a, b);
    });
  }

  function filtered(all) {
    const { state, name } = ink.state.at;
    const chips = CHIPS.filter((c) => state.split(',').includes(c.id));
    const needle = name.toLowerCase();
    return all.filter((r) => (!chips.length || chips.some((c) => c.test(r))) && (!needle || (r.name + ' ' + r.channelId).toLowerCase().includes(needle)));
  }

  const prefix = (name) => (/^[^-_.\d]+(?=[-_.\d])/.exec(name) || [''])[0];

  // Returns the projects that need attention, then the quiet ones in groups by the start of their names.
  function sections(rows) {
    const pinned = rows.filter(ill);
    const quiet = rows.filter((r) => !ill(r));
    const groups = new Map();
    quiet.forEach((r) => {
      const key = prefix(r.name);
      groups.set(key, (groups.get(key) || []).concat(r));
    });
    const lone = [];
    const found = [];
    for (const [key, list] of groups) {
      if (key && list.length > 1) {
        found.push({ key, title: key, rows: list });
      } else {
        lone.push(...list);
      }
    }
    found.sort((a, b) => (a.key < b.key ? -1 : 1));
    if (lone.length) {
      found.push({ key: '', title: found.length ? 'others' : 'quiet', rows: lone });
    }
    return [{ key: null, rows: pinned }, ...found];
  }

  function layout() {
    const { sort, group, state, name } = ink.state.at;
    const rows = sorted(filtered(ink.state.projects), sort);
    if (group === 'off' || (group === '' && (sort || rows.length < FOLD_FROM))) {
      return [{ key: null, rows }];
    }
    const folded = !state && !name && rows.length >= FOLD_FROM;
    return sections(rows).map((s) => Object.assign(s, { open: s.key === null || (opened.has(s.key) ? opened.get(s.key) : !folded) }));
  }
  const opened = new Map();

  // --- selection
  const chosen = new Set();
  let anchor = null;
  const shownIds = () => [...document.querySelectorAll('.fleet tr[data-id]')].map((tr) => tr.dataset.id);

  function choose(id, on, shift) {
    const ids = shownIds();
    const from = shift && anchor ? ids.indexOf(anchor) : -1;
    const to = ids.indexOf(id);
    const range = from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    range.forEach((x) => (on ? chosen.add(x) : chosen.delete(x)));
    anchor = id;
    ink.set({});
  }
  function chooseAll(on) {
    shownIds().forEach((id) => (on ? chosen.add(id) : chosen.delete(id)));
    ink.set({});
  }

  function Bulk() {
    const records = ink.state.projects.filter((r) => chosen.has(r.channelId));
    if (!records.length) {
      return null;
    }
    const gone = ink.state.conn.status === 'gone';
    return html`<div class="bulk" role="group" aria-label="What is selected"><strong>${records.length} selected</strong>
      ${['start', 'restart', 'stop'].map((action) => {
        const can = records.filter((r) => r.actions.includes(action));
        return can.length > 0 && html`<${ink.BulkAction} key=${action} action=${action} records=${can} disabled=${gone} />`;
      })}
      <button class="link" onClick=${() => { chosen.clear(); ink.set({}); }}>clear</button></div>`;
  }

  // --- rows
  const Figure = ({ text, values, floor, label }) => html`<span class="figure"><span>${text}</span>${values
    ? html`<${ink.Spark} values=${values} floor=${floor} label=${label} />` : ''}</span>`;

  const Row = ink.memo(function ({ id, name, shape, tone, word, why, outcome, outcomeTone, up, cpu, rss, lines, restarts, errors, on, first }) {
    const open = ink.to({ p: id });
    return html`<tr data-id=${id} class=${tone + (on ? ' chosen' : '')} aria-selected=${on}>
      <td class="pick"><input type="checkbox" tabindex="-1" checked=${on} aria-label=${'Select ' + name} onClick=${(e) => choose(id, e.target.checked, e.shiftKey)} /></td>
      <td class="st"><span class=${'state ' + tone}><span aria-hidden="true">${shape}</span> ${word}</span></td>
      <th scope="row"><a ...${open} tabindex=${first ? 0 : -1}>${name}</a></th>
      <td class="whycell" title=${why}>${outcome ? html`<span class=${'state ' + outcomeTone}>${outcome}</span> ` : ''}${why}</td>
      <td class="num"><${Figure} text=${cpu} values=${lines && lines.cpu} floor=${10} label=${'CPU of ' + name + ', last hour'} /></td>
      <td class="num"><${Figure} text=${rss} values=${lines && lines.rss} label=${'Memory of ' + name + ', last hour'} /></td>
      <td class="num">${restarts}</td><td class="num">${errors}</td><td class="num up">${up}</td></tr>`;
  });

  // A row without changes is returned as the same object, so that it is not compared.
  const drawn = new Map();
  function row(r, first) {
    const id = r.channelId;
    const up = r.state === 'RUNNING' ? ink.since(ink.shownSince(r)) : '–';
    const retry = r.state === 'BACKOFF' && r.nextRetryAt ? 'next try in ' + ink.until(r.nextRetryAt) : '';
    const from = [r, first, up, retry, ink.state.pending[id], recentOf(r), ink.outcomes[id], ink.figures.incidentOf(id), ink.figures.lines[id], chosen.has(id)];
    const old = drawn.get(id);
    if (old && from.every((v, i) => v === old.from[i])) {
      return old.vnode;
    }
    const vnode = fresh(r, first, up, retry);
    drawn.set(id, { from, vnode });
    return vnode;
  }

  function fresh(r, first, up, retry) {
    const pending = ink.state.pending[r.channelId];
    const [shape, tone] = pending ? ['◌', 'warn'] : ink.look(r);
    const used = ink.used(r);
    const { restarts24h, errorsPerMinute } = recentOf(r);
    const outcome = ink.outcomes[r.channelId];
    const error = errorOf(ink.figures.incidentOf(r.channelId));
    const why = [retry, ink.within(r.reason || (r.health && r.health.output))].filter(Boolean).join('; ');
    return html`<${Row} key=${r.channelId} id=${r.channelId} name=${r.name} shape=${shape} tone=${tone} word=${pending ? pending + ' …' : ink.word(r)}
      why=${why + (error && !why.includes(error) ? (why ? '; ' : '') + error : '')} outcome=${outcome && outcome.text} outcomeTone=${outcome && outcome.tone}
      up=${up} cpu=${ink.percent(used && used.cpuPercent)} rss=${ink.bytes(used && used.rssBytes)}
      lines=${ink.figures.lines[r.channelId]} restarts=${known(restarts24h) ? ink.count(restarts24h) : '–'}
      errors=${known(errorsPerMinute) ? (errorsPerMinute < 9.95 && errorsPerMinute > 0 ? errorsPerMinute.toFixed(1) : ink.count(Math.round(errorsPerMinute))) : '–'}
      on=${chosen.has(r.channelId)} first=${first} />`;
  }

  const counted = (rows) => {
    const by = new Map();
    rows.forEach((r) => by.set(ink.word(r), (by.get(ink.word(r)) || 0) + 1));
    return [...by].map(([word, n]) => n + ' ' + word).join(', ');
  };

  const Fold = ({ s }) => html`<tr class="fleetfold"><th scope="rowgroup" colspan="9"><button aria-expanded=${s.open} onClick=${() => { opened.set(s.key, !s.open); ink.set({}); }}>
    <span aria-hidden="true">${s.open ? '▾' : '▸'}</span> ${s.title}<span class="quiet"> · ${counted(s.rows)}</span></button></th></tr>`;

  function Head() {
    const { sort } = ink.state.at;
    const ids = shownIds();
    const all = ids.length > 0 && ids.every((id) => chosen.has(id));
    const next = (id) => (sort === id ? '-' + id : sort === '-' + id ? '' : id);
    return html`<thead><tr><th scope="col" class="pick"><span class="vh">Selected</span><input type="checkbox" checked=${all} aria-label="Select all that are shown" onClick=${(e) => chooseAll(e.target.checked)} /></th>
      ${HEADS.map(([id, say]) => {
        const by = sort === id || sort === '-' + id;
        const up = by && ORDER[id][1] === sort.startsWith('-');
        return html`<th scope="col" class=${id} aria-sort=${by ? (up ? 'ascending' : 'descending') : null}><button onClick=${() => ink.go({ sort: next(id) }, true)}>${say}${by ? html`<span aria-hidden="true"> ${up ? '▲' : '▼'}</span>` : ''}</button></th>`;
      })}</tr></thead>`;
  }

  function Chips() {
    const { state } = ink.state.at;
    const on = state.split(',').filter(Boolean);
    const toggle = (id) => ink.go({ state: (on.includes(id) ? on.filter((x) => x !== id) : on.concat(id)).join(',') });
    const all = ink.state.projects;
    return html`<div class="statechips" role="group" aria-label="States shown">
      <button class="chip" aria-pressed=${!on.length} onClick=${() => ink.go({ state: '' })}>all <b>${all.length}</b></button>
      ${CHIPS.map((c) => {
        const n = all.filter(c.test).length;
        return (n > 0 || on.includes(c.id)) && html`<button class=${'chip' + (c.id === 'ill' ? ' ill' : '')} key=${c.id} aria-pressed=${on.includes(c.id)} onClick=${() => toggle(c.id)}>${c.say} <b>${n}</b></button>`;
      })}</div>`;
  }

  // Arrows move through the rows, Space selects, Enter opens: the Tab key stops only once for all rows.
  function onKey(e) {
    const links = [...e.currentTarget.querySelectorAll('tr[data-id] th a')];
    const id = (link) => link.closest('tr').dataset.id;
    if (e.key === ' ' && links.includes(e.target)) {
      e.preventDefault();
      choose(id(e.target), !chosen.has(id(e.target)), e.shiftKey);
      return;
    }
    const link = ink.arrowTo(e, links);
    if (link) {
      focusRow(link);
      if (e.shiftKey) {
        chosen.add(id(e.target));
        choose(id(link), true, false);
      }
    }
  }
  let rover = null;
  function focusRow(link) {
    rover = link.closest('tr').dataset.id;
    link.focus();
    link.scrollIntoView({ block: 'nearest' });
    ink.set({});
  }
  function step(by) {
    const links = [...document.querySelectorAll('.fleet tr[data-id] th a')];
    const here = links.findIndex((l) => l.closest('tr').dataset.id === rover);
    const next = links[Math.max(0, Math.min(links.length - 1, document.activeElement === links[here] ? here + by : here < 0 ? 0 : here))];
    if (next) {
      focusRow(next);
    }
  }

  // Requests curves only for the visible rows.
  function useLines(table, rows) {
    useEffect(() => {
      if (!table.current) {
        return undefined;
      }
      const seen = new IntersectionObserver((entries) => entries.forEach((e) => ink.wantLines(e.target.dataset.id, e.isIntersecting)), { rootMargin: '120px' });
      table.current.querySelectorAll('tr[data-id]').forEach((tr) => seen.observe(tr));
      return () => seen.disconnect();
    }, [rows]);
  }

  function Fleet({ found }) {
    const table = useRef(null);
    const shown = found.flatMap((s) => (s.open === false ? [] : s.rows));
    useLines(table, shown.map((r) => r.channelId).join());
    const first = shown.some((r) => r.channelId === rover) ? rover : shown.length ? shown[0].channelId : null;
    const hidden = ink.state.projects.length - found.reduce((n, s) => n + s.rows.length, 0);
    return html`<table class="fleet" ref=${table} aria-label="Projects"><${Head} />
      ${found.map((s) => html`<tbody key=${s.key === null ? 'pinned' : 'g' + s.key} onKeyDown=${onKey}>${s.key === null ? '' : html`<${Fold} s=${s} />`}
        ${s.open === false ? '' : s.rows.map((r) => row(r, r.channelId === first))}</tbody>`)}</table>
      ${hidden > 0 && html`<p class="quiet hidden">${ink.plural(hidden, 'project') + ' hidden by the filter. '}<button class="link" onClick=${() => ink.go({ state: '', name: '' })}>show all</button></p>`}`;
  }

  function First() {
    useEffect(ink.loadLater, []);
    return html`<div class="first"><h2>No project yet</h2>
    <p>Projects are defined on the command line, never over HTTP. One that runs a Node server on port 4300:</p>
    <pre tabindex="0">innkeeper add demo --port 4300 -- node server.js</pre>
    <p class="quiet">It starts at once and shows up here by itself. <code>innkeeper run --demo</code> brings one ready made.</p>
    ${ink.AddForm && html`<h3>Write the command for yours</h3><${ink.AddForm} />`}</div>`;
  }

  function Overview() {
    ink.useClock();
    useEffect(ink.watchFigures, []);
    const all = ink.state.projects;
    if (!all) {
      return html`<${ink.Away} what="Projects" surface="supervisor" />`;
    }
    if (!all.length) {
      return html`<${First} />`;
    }
    const { name, group } = ink.state.at;
    const found = layout();
    const grouped = found.length > 1 || found[0].open !== undefined;
    return html`<section class="home-pane"><h2 class="vh">Overview of ${ink.state.host}</h2><${Sentence} />
      <div class="fleettools"><${Chips} />
        <label class="find"><span class="vh">Filter projects by name</span><input id="filter" type="search" placeholder="Filter ${all.length} projects" value=${name}
          onInput=${(e) => ink.go({ name: e.target.value }, true)} /></label>
        <button class="seg" aria-pressed=${grouped} onClick=${() => ink.go({ group: grouped ? 'off' : 'name' }, true)} title="Group by the beginning of the name">group</button></div>
      <${Bulk} /><${Fleet} found=${found} /></section>`;
  }

  ink.addParam('state', '');
  ink.addParam('sort', '');
  ink.addParam('name', '');
  ink.addParam('group', '', ['', 'off', 'name']);
  ink.addView({ scope: 'home', id: 'overview', title: 'Overview', component: Overview, own: ['state', 'sort', 'name', 'group'] });
  ink.addKey('j', 'next, previous project', () => step(1), 'home');
  ink.addKey('k', 'next, previous project', () => step(-1), 'home');
  ink.addKey('/', 'filter projects', () => document.getElementById('filter') && document.getElementById('filter').focus(), 'home');
})(window.ink);
