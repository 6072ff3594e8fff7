// The head of a project: its state, its actions, its figures.
(function (ink) {
  'use strict';
  const html = ink.html;

  // The port belongs to the host; from another machine it is reached through ssh.
  function Port({ port }) {
    const line = 'ssh -N -L ' + port + ':127.0.0.1:' + port + ' ' + document.getElementById('app').dataset.ssh;
    return html`<details class="menu port"><summary aria-label=${'Port ' + port + ': how to reach it'}>${port}</summary><div>
      <p class="quiet">From your machine, then open <a href=${'http://127.0.0.1:' + port + '/'} rel="noreferrer" target="_blank">127.0.0.1:${port}</a>:</p>
      <code>${line}</code><button onClick=${() => ink.copy(line, 'The ssh line')}>Copy the ssh line</button></div></details>`;
  }

  function Facts({ r }) {
    ink.useClock();
    const h = ink.state.history[r.channelId] || {};
    const facts = [];
    if (r.pid) {
      facts.push(['pid', r.pid]);
    }
    if (r.hostPort) {
      facts.push(['port', html`<${Port} port=${r.hostPort} />`]);
    }
    if (r.restarts) {
      facts.push(['restarts since start', r.restarts]);
    }
    if (r.adopted) {
      facts.push(['adopted', 'from an earlier host']);
    }
    if (r.pid) {
      const used = ink.used(r);
      facts.push(['CPU', html`${ink.percent(used && used.cpuPercent)} <${ink.Spark} values=${h.cpu} floor=${10} label="CPU, last minutes" />`]);
      facts.push(['memory', html`${ink.bytes(used && used.rssBytes)} <${ink.Spark} values=${h.rss} label="Memory, last minutes" />`]);
    }
    if (r.lastExit) {
      const x = r.lastExit;
      facts.push(['last exit', ink.exit(x) + ', ' + ink.since(x.at) + ' ago' + (x.expected ? ', as expected' : '')]);
    }
    if (r.log) {
      facts.push(['log', ink.bytes(r.log.bytes) + (r.log.redactions ? ', ' + ink.plural(r.log.redactions, 'redaction') : '') + (r.log.dropped ? ', ' + ink.count(r.log.dropped) + ' dropped' : '')]);
    }
    // On a phone the facts are one line that scrolls; the focus lets keys scroll it too.
    return html`<dl class="facts" tabindex=${ink.narrow() ? 0 : null}>${facts.map(([k, v]) => html`<div key=${k}><dt>${k}</dt><dd>${v}</dd></div>`)}</dl>`;
  }

  ink.ProjectHead = function ({ r }) {
    ink.useClock();
    const gone = ink.state.conn.status === 'gone' || Boolean(ink.state.pending[r.channelId]);
    const why = ink.within(r.reason || (r.health && r.health.output));
    return html`<div class="head" data-project=${r.channelId}>
      <div class="title"><h2>${r.name}</h2>${r.channelId !== r.name && html`<span class="quiet mono">${r.channelId}</span>`}
        <${ink.State} record=${r} /><span class="quiet">for ${ink.since(ink.shownSince(r))}</span>
        ${r.nextRetryAt && r.state === 'BACKOFF' && html`<span class="retry">next try in ${ink.until(r.nextRetryAt)}</span>`}
        ${r.desired === 'STOPPED' && r.state !== 'STOPPED' && html`<span class="quiet">wanted: stopped</span>`}</div>
      <div class="acts">${['start', 'restart', 'stop'].filter((a) => r.actions.includes(a)).map((a) => html`<${ink.Action} key=${a} action=${a} record=${r} disabled=${gone} />`)}${ink.ExtraActions && html`<${ink.ExtraActions} r=${r} disabled=${gone} />`}
        <details class="menu"><summary aria-label="More actions">⋯</summary><div>
          ${r.actions.map((a) => html`<button onClick=${() => ink.copy(ink.curl('POST', '/api/projects/' + r.channelId + '/' + a), 'The command')}>Copy “${a}” as curl</button>`)}
          <a href=${'/api/projects/' + r.channelId}>The record as JSON</a></div></details></div>
      ${why && html`<p class=${'why ' + ink.look(r)[1]}>${why}</p>`}
      <${Facts} r=${r} /></div>`;
  };
})(window.ink);
