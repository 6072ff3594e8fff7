// The head of a project: its state, its actions, its figures.
(function (ink) {
  'use strict';
  const html = ink.html;

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

  ink.ProjectHead = function ({ r }) {
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
  };
})(window.ink);
