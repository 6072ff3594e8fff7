// The header with the host's name, its problems and the navigation, and the banner that appears while a part does not
// answer.
(function (ink) {
  'use strict';
  const html = ink.html;
  const keyName = /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

  function Live() {
    ink.useClock();
    const c = ink.state.conn;
    const old = c.status === 'live' && Date.now() - c.seen > 12000;
    const say = old ? 'last heard ' + ink.span(Date.now() - c.seen) + ' ago'
      : { live: 'live', polling: 'every 3 s', connecting: 'connecting', restarting: 'restarting', stopping: 'stopped', gone: 'no answer' }[c.status];
    return html`<span class=${'conn ' + (old ? 'old' : c.status)}><span class="dot" aria-hidden="true"></span>${say}</span>`;
  }

  function Places() {
    const { scope } = ink.shown();
    const faults = ink.hostFaults().length;
    const current = (name) => (scope === name ? 'page' : null);
    return html`<nav class="places" aria-label="Places">
      <a ...${ink.to({ p: '', t: '', state: '', name: '' })} aria-current=${current('home')}>Overview</a>
      <a ...${ink.to({ t: 'host' })} aria-current=${current('host')}>Host${faults ? html`<b>${faults}<span class="vh"> to look at</span></b>` : ''}</a></nav>`;
  }

  function Verdict() {
    const v = ink.verdict();
    const all = ink.state.projects;
    const ready = all && all.filter((r) => r.health && r.health.ready).length;
    const to = v.calm !== undefined ? { p: '', t: '', state: 'ill' } : ink.hostFaults().length ? { t: 'health' } : { p: '', t: '' };
    return html`<p class=${'verdict ' + v.word}><span class="dot" aria-hidden="true"></span>
      <a ...${ink.to(to)}><strong>${ink.narrow() && v.count ? html`${v.count}<span class="vh"> to look at: ${v.say}</span>` : v.say}</strong></a>
      <span>${!all || v.word === 'gone' ? '' : all.length ? ready + ' of ' + all.length + ' ready' : 'no project yet'}</span></p>`;
  }

  // Shows the host's uptime and its clock, whose zone is that of all times on the page.
  function Host() {
    ink.useClock();
    const now = ink.now();
    const started = ink.state.hostStarted;
    return html`<span class="quiet hostup">${started ? 'up ' + ink.span(now - started) + ' · ' : ''}<span title=${'Times on this page are in the zone ' + ink.zoneName()}>${ink.clockTime(now).slice(0, 5)} ${ink.zoneOffset(now).replace('Z', 'UTC')}</span></span>`;
  }

  ink.Header = function () {
    const faults = ink.hostFaults().map(([, c]) => ink.within(c.output)).filter(Boolean);
    return html`<header class="bar">
      <h1>Innkeeper</h1><span class="machine" title="The host that this page is of: HOST_LABEL">${ink.state.host}</span>
      <${Places} /><${Verdict} />
      ${faults.length > 0 && ink.shown().scope !== 'home' && html`<a class="ills" ...${ink.to({ t: 'health' })}>${faults[0]}${faults.length > 1 ? ' +' + (faults.length - 1) : ''}</a>`}
      <span class="grow"></span>
      <${Host} />
      <${Live} />
      <button class="icon keysonly" title="Everything by name (Ctrl K)" aria-label=${keyName + ': everything by name'} onClick=${() => ink.set({ dialog: 'palette' })}>${keyName}</button>
      <button class="icon" title="Theme (d)" aria-label=${'Theme: ' + ink.themeName()} onClick=${ink.theme}>${{ auto: '◐', dark: '●', light: '○' }[ink.themeName()]}</button>
      <button class="icon keysonly" title="Keys (?)" aria-label="Keys" onClick=${() => ink.set({ dialog: 'help' })}>?</button>
    </header>`;
  };

  const soft = (text) => html`<div class="banner soft" role="status">${text}</div>`;

  ink.Banner = function () {
    ink.useClock();
    const c = ink.state.conn;
    if (c.status === 'restarting') {
      return soft((c.reason === 'restart' ? 'The host is restarting.' : 'The page’s own surface is being replaced.') + ' Servers run on; back in a moment.');
    }
    if (c.status === 'stopping') {
      return soft('The host is stopping.');
    }
    if (c.status === 'gone') {
      const left = Math.max(0, Math.ceil((c.retryAt - Date.now()) / 1000));
      return html`<div class="banner" role="region" aria-label="Connection"><span role="alert">No answer from ${ink.state.host} since ${ink.clockTime(c.since)}.</span>
        <span> (${ink.span(Date.now() - c.since)}) ${ink.state.projects ? 'Showing the last known state. ' : ''}Trying again in ${left} s</span>
        <button onClick=${ink.retryNow}>now</button></div>`;
    }
    if (c.status === 'polling') {
      return soft('No live stream (too many tabs?). Asking every three seconds instead.');
    }
    if (ink.state.away && ink.state.projects) {
      return soft('The surface “supervisor” does not serve now; it may be being replaced. Projects are shown as they were known last.');
    }
    return null;
  };
})(window.ink);
