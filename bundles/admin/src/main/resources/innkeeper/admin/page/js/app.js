// The page as a whole.
(function (ink) {
  'use strict';
  const { useEffect } = ink.hooks;
  const html = ink.html;
  const NAMES = { log: 'Log', timeline: 'Timeline', health: 'Health', backups: 'Backups & rotation', surfaces: 'Surfaces' };
  const keyName = /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K';
  const phone = window.matchMedia('(max-width: 720px)');
  ink.narrow = () => phone.matches;
  phone.addEventListener('change', () => ink.set({}));

  function Live() {
    ink.useClock();
    const c = ink.state.conn;
    const old = c.status === 'live' && Date.now() - c.seen > 12000;
    const say = old ? 'last heard ' + ink.span(Date.now() - c.seen) + ' ago'
      : { live: 'live', polling: 'every 3 s', connecting: 'connecting', restarting: 'restarting', stopping: 'stopped', gone: 'no answer' }[c.status];
    return html`<span class=${'conn ' + (old ? 'old' : c.status)}><span class="dot" aria-hidden="true"></span>${say}</span>`;
  }

  function Header() {
    const v = ink.verdict();
    const all = ink.state.projects || [];
    const ready = all.filter((r) => r.health && r.health.ready).length;
    const h = ink.state.health;
    const ills = h ? Object.values(h.checks).filter((c) => c.status !== 'pass' && c.output) : [];
    return html`<header class="bar">
      ${ink.narrow() && ink.state.at.p && html`<a class="back" href=${ink.fragment({ p: '' })} aria-label="All projects"
        onClick=${(e) => { e.preventDefault(); ink.go({ p: '', t: 'log' }); }}>‹</a>`}
      <h1>Innkeeper</h1>
      <p class=${'verdict ' + v.word}><span class="dot" aria-hidden="true"></span><strong>${v.say}</strong>
        <span>${all.length ? ready + ' of ' + all.length + ' ready' : 'no project yet'}</span></p>
      ${ills.length > 0 && html`<a class="ills" href=${ink.fragment({ t: 'health' })}>${ills[0].output}${ills.length > 1 ? ' +' + (ills.length - 1) : ''}</a>`}
      <span class="grow"></span>
      ${h && html`<span class="quiet up">up ${ink.span(h.uptimeMs)}</span>`}
      <${Live} />
      <button class="icon keysonly" title="Everything by name (Ctrl K)" aria-label=${keyName + ': everything by name'} onClick=${() => ink.set({ dialog: 'palette' })}>${keyName}</button>
      <button class="icon" title="Theme (d)" aria-label=${'Theme: ' + ink.themeName()} onClick=${ink.theme}>${{ auto: '◐', dark: '●', light: '○' }[ink.themeName()]}</button>
      <button class="icon keysonly" title="Keys (?)" aria-label="Keys" onClick=${() => ink.set({ dialog: 'help' })}>?</button>
    </header>`;
  }

  function Banner() {
    ink.useClock();
    const c = ink.state.conn;
    if (c.status === 'restarting') {
      return html`<div class="banner soft" role="status">${c.reason === 'restart' ? 'The host is restarting.' : 'The page’s own surface is being replaced.'} Servers run on; back in a moment.</div>`;
    }
    if (c.status === 'stopping') {
      return html`<div class="banner soft" role="status">The host is stopping.</div>`;
    }
    if (c.status === 'gone') {
      const left = Math.max(0, Math.ceil((c.retryAt - Date.now()) / 1000));
      return html`<div class="banner" role="region" aria-label="Connection"><span role="alert">No answer since ${ink.clockTime(c.since)}.</span>
        <span> (${ink.span(Date.now() - c.since)}) ${ink.state.projects ? 'Showing the last known state. ' : ''}Trying again in ${left} s</span>
        <button onClick=${ink.retryNow}>now</button></div>`;
    }
    if (c.status === 'polling') {
      return html`<div class="banner soft" role="status">No live stream (too many tabs?). Asking every three seconds instead.</div>`;
    }
    return null;
  }

  function Facts({ r }) {
    ink.useClock();
    const h = ink.state.history[r.channelId] || {};
    const facts = [];
    if (r.pid) {
      facts.push(['pid', r.pid]);
    }
    if (r.hostPort) {
      facts.push(['port', html`<a href=${'http://' + location.hostname + ':' + r.hostPort + '/'} rel="noreferrer" target="_blank">${r.hostPort}</a>`]);
    }
    if (r.restarts) {
      facts.push(['restarts', r.restarts]);
    }
    if (r.adopted) {
      facts.push(['adopted', 'from an earlier host']);
    }
    if (r.resources && r.pid) {
      facts.push(['processor', html`${r.resources.cpuPercent.toFixed(1)} % <${ink.Spark} values=${h.cpu} floor=${10} label="Processor, last minutes" />`]);
      facts.push(['memory', html`${ink.bytes(r.resources.rssBytes)} <${ink.Spark} values=${h.rss} label="Memory, last minutes" />`]);
    }
    if (r.lastExit) {
      const x = r.lastExit;
      facts.push(['last exit', ink.exit(x) + ', ' + ink.since(x.at) + ' ago' + (x.expected ? ', as expected' : '')]);
    }
    if (r.log) {
      facts.push(['log', ink.bytes(r.log.bytes) + (r.log.redactions ? ', ' + ink.plural(r.log.redactions, 'redaction') : '') + (r.log.dropped ? ', ' + ink.count(r.log.dropped) + ' dropped' : '')]);
    }
    // On a phone they are one line that scrolls: by key too.
    return html`<dl class="facts" tabindex=${ink.narrow() ? 0 : null}>${facts.map(([k, v]) => html`<div key=${k}><dt>${k}</dt><dd>${v}</dd></div>`)}</dl>`;
  }

  function Head({ r }) {
    ink.useClock();
    const gone = ink.state.conn.status === 'gone' || Boolean(ink.state.pending[r.channelId]);
    const why = r.reason || (r.health && r.health.output);
    return html`<div class="head" data-project=${r.channelId}>
      <div class="title"><h2>${r.name}</h2>${r.channelId !== r.name && html`<span class="quiet mono">${r.channelId}</span>`}
        <${ink.State} record=${r} /><span class="quiet">for ${ink.since(ink.shownSince(r))}</span>
        ${r.nextRetryAt && r.state === 'BACKOFF' && html`<span class="retry">next try in ${ink.until(r.nextRetryAt)}</span>`}
        ${r.desired === 'STOPPED' && r.state !== 'STOPPED' && html`<span class="quiet">wanted: stopped</span>`}</div>
      <div class="acts">${['start', 'restart', 'stop'].filter((a) => r.actions.includes(a)).map((a) => html`<${ink.Action} key=${a} action=${a} record=${r} disabled=${gone} />`)}
        <details class="menu"><summary aria-label="More actions">⋯</summary><div>
          ${r.actions.map((a) => html`<button onClick=${() => ink.copy(ink.curl('POST', '/api/projects/' + r.channelId + '/' + a), 'The command')}>Copy “${a}” as curl</button>`)}
          <a href=${'/api/projects/' + r.channelId}>The record as JSON</a></div></details></div>
      ${why && html`<p class=${'why ' + ink.look(r)[1]}>${why}</p>`}
      <${Facts} r=${r} /></div>`;
  }

  function Tabs() {
    const t = ink.state.at.t;
    const h = ink.state.health;
    const ills = h ? Object.values(h.checks).filter((c) => c.status !== 'pass').length : 0;
    const move = (e) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (by) {
        const i = (ink.TABS.indexOf(t) + by + ink.TABS.length) % ink.TABS.length;
        ink.go({ t: ink.TABS[i] });
        document.getElementById('tab-' + ink.TABS[i]).focus();
      }
    };
    useEffect(() => {
      document.getElementById('tab-' + t).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }, [t]);
    return html`<div class="tabs" role="tablist" aria-label="Views" onKeyDown=${move}>${ink.TABS.map((name) => html`<button
      role="tab" id=${'tab-' + name} aria-controls="panel" aria-selected=${t === name} tabindex=${t === name ? 0 : -1}
      onClick=${() => ink.go({ t: name })}>${NAMES[name]}${name === 'health' && ills ? html`<b>${ills}</b>` : ''}</button>`)}</div>`;
  }

  const First = () => html`<div class="first"><h2>No project yet</h2>
    <p>Projects are defined on the command line, never over HTTP. One that runs a Node server on port 4300:</p>
    <pre tabindex="0">innkeeper add demo --port 4300 -- node server.js</pre>
    <p class="quiet">It starts at once and shows up here by itself. <code>innkeeper run --demo</code> brings one ready made.</p></div>`;

  function Main() {
    const { projects, at } = ink.state;
    const r = ink.selected();
    const id = ink.logId();
    const tab = at.t;
    const missing = at.p && at.p !== 'main' && !r;
    return html`<main class="main">
      ${at.p === 'main' && html`<div class="head"><div class="title"><h2>The host itself</h2><span class="quiet">its own log, bot.log</span></div></div>`}
      ${missing && html`<div class="head"><div class="title"><h2>${at.p}</h2><span class="quiet">There is no such project any more. Its log stays on disk.</span></div></div>`}
      ${r && html`<${Head} key=${r.channelId} r=${r} />`}
      <${Tabs} />
      <div id="panel" class="panel" role="tabpanel" tabindex=${tab === 'log' ? null : 0} aria-labelledby=${'tab-' + tab}>
        ${tab === 'log' && (id ? html`<${ink.LogTab} key="log" id=${id} name=${r ? r.name : 'the host'} />`
          : projects.length ? html`<${ink.Empty} title="Choose a project."><p>Its log appears here.</p><//>` : html`<${First} />`)}
        ${tab === 'timeline' && html`<${ink.TimelineTab} id=${id} />`}
        ${tab === 'health' && html`<${ink.HealthTab} />`}
        ${tab === 'backups' && html`<${ink.BackupsTab} />`}
        ${tab === 'surfaces' && html`<${ink.SurfacesTab} />`}
      </div></main>`;
  }

  function dress() {
    if (!ink.state.projects && ink.state.conn.status !== 'gone') {
      return;
    }
    const v = ink.verdict();
    const failed = (ink.state.projects || []).filter((r) => r.state === 'FATAL').length;
    const mark = { pass: '', warn: '▲ ', fail: '✕ ', gone: '… ' }[v.word];
    const title = mark + (v.word === 'pass' ? '' : failed ? failed + ' failed – ' : v.say + ' – ') + 'Innkeeper';
    if (document.title !== title) {
      document.title = title;
    }
    const icon = document.querySelector('link[rel=icon]');
    const href = icon.dataset[v.word];
    if (icon.getAttribute('href') !== href) {
      icon.setAttribute('href', href);
    }
  }

  function App() {
    const s = ink.use();
    useEffect(dress);
    if (!s.projects) {
      return html`<${Banner} />`;
    }
    const plain = document.getElementById('plain');
    if (plain) {
      plain.remove();
    }
    const chosen = Boolean(s.at.p) || s.at.t !== 'log' || !s.projects.length;
    const cls = 'app' + (s.conn.status === 'gone' ? ' stale' : '') + (chosen ? ' chosen' : '');
    return html`<div class=${cls}><a class="skip" href="#panel" onClick=${(e) => { e.preventDefault(); document.getElementById('panel').querySelector('[tabindex],input,button').focus(); }}>To the log</a>
      <${Header} /><${Banner} />
      <div class="body">${ink.narrow() && !chosen ? html`<main class="listing"><${ink.Rail} /></main>` : html`<${ink.Rail} /><${Main} />`}</div>
      <${ink.Toasts} /><${ink.Announcer} /><${ink.Dialogs} /></div>`;
  }

  // What the server knew as it wrote the page; the stream goes on from there.
  const app = document.getElementById('app');
  ink.reduce.snapshot(JSON.parse(app.dataset.known));
  delete app.dataset.known;
  window.preact.render(html`<${App} />`, app);
  ink.connect();
})(window.ink);
