// The header: which host, what is wrong, where one may go; and the banner while the host does not answer.
(function (ink) {
  'use strict';
  const html = ink.html;
  const PLACES = [['home', 'Overview', { p: '', t: '' }], ['host', 'Host', { t: 'host' }]];
  const keyName = /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

  function Live() {
    ink.useClock();
    const c = ink.state.conn;
    const old = c.status === 'live' && Date.now() - c.seen > 12000;
    const say = old ? 'last heard ' + ink.span(Date.now() - c.seen) + ' ago'
      : { live: 'live', polling: 'every 3 s', connecting: 'connecting', restarting: 'restarting', stopping: 'stopped', gone: 'no answer' }[c.status];
    return html`<span class=${'conn ' + (old ? 'old' : c.status)}><span class="dot" aria-hidden="true"></span>${say}</span>`;
  }

  ink.Header = function () {
    const v = ink.verdict();
    const all = ink.state.projects || [];
    const ready = all.filter((r) => r.health && r.health.ready).length;
    const h = ink.state.health;
    const ills = h ? Object.values(h.checks).filter((c) => c.status !== 'pass' && c.output) : [];
    return html`<header class="bar">
      <h1>Innkeeper</h1>
      <nav class="places" aria-label="Places">${PLACES.map(([scope, title, to]) => html`<a ...${ink.to(to)}
        aria-current=${ink.shown().scope === scope ? 'page' : null}>${title}</a>`)}</nav>
      <p class=${'verdict ' + v.word}><span class="dot" aria-hidden="true"></span><strong>${v.say}</strong>
        <span>${all.length ? ready + ' of ' + all.length + ' ready' : 'no project yet'}</span></p>
      ${ills.length > 0 && html`<a class="ills" ...${ink.to({ t: 'health' })}>${ills[0].output}${ills.length > 1 ? ' +' + (ills.length - 1) : ''}</a>`}
      <span class="grow"></span>
      ${h && html`<span class="quiet up">up ${ink.span(h.uptimeMs)}</span>`}
      <${Live} />
      <button class="icon keysonly" title="Everything by name (Ctrl K)" aria-label=${keyName + ': everything by name'} onClick=${() => ink.set({ dialog: 'palette' })}>${keyName}</button>
      <button class="icon" title="Theme (d)" aria-label=${'Theme: ' + ink.themeName()} onClick=${ink.theme}>${{ auto: '◐', dark: '●', light: '○' }[ink.themeName()]}</button>
      <button class="icon keysonly" title="Keys (?)" aria-label="Keys" onClick=${() => ink.set({ dialog: 'help' })}>?</button>
    </header>`;
  };

  ink.Banner = function () {
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
  };
})(window.ink);
