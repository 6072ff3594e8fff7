// The rail: all projects, at a glance.
(function (ink) {
  'use strict';
  const { useState } = ink.hooks;
  const html = ink.html;
  const FILTER_FROM = 6;

  function second(r) {
    if (r.state === 'BACKOFF' && r.nextRetryAt) {
      return 'retry in ' + ink.until(r.nextRetryAt);
    }
    if (r.state === 'RUNNING') {
      return ink.since(ink.shownSince(r)) + (r.resources ? ' · ' + ink.bytes(r.resources.rssBytes) : '');
    }
    const exit = r.lastExit;
    const code = exit && !exit.expected ? ' · ' + (exit.signal || 'code ' + exit.code) : '';
    return ink.since(r.stateSince) + code;
  }

  function Item({ r, here }) {
    const [shape, tone] = ink.look(r);
    const cpu = (ink.state.history[r.channelId] || {}).cpu;
    const pending = ink.state.pending[r.channelId];
    return html`<li><a class=${'item ' + tone} ...${ink.to({ p: r.channelId })} aria-current=${here ? 'true' : null}>
      <span class="shape" aria-hidden="true">${shape}</span>
      <span class="name" title=${r.name}>${r.name}</span>
      ${r.state === 'RUNNING' && html`<span class="cpu">${r.resources ? Math.round(r.resources.cpuPercent) + ' %' : ''}<${ink.Spark}
        values=${cpu} floor=${10} label=${'Processor, last minutes'} /></span>`}
      <span class="sub">${pending ? pending + ' …' : ink.word(r)} ${second(r)}</span>
    </a></li>`;
  }

  ink.Rail = function () {
    ink.useClock();
    const [text, setText] = useState('');
    const all = ink.state.projects || [];
    const at = ink.selected();
    const shown = all.filter((r) => (r.name + ' ' + r.channelId + ' ' + r.state).toLowerCase().includes(text.toLowerCase()));
    return html`<nav class="rail" aria-label="Projects">
      ${all.length >= FILTER_FROM && html`<label class="find"><span class="vh">Filter projects</span>
        <input type="search" placeholder="Filter ${all.length} projects" value=${text} onInput=${(e) => setText(e.target.value)} /></label>`}
      <ul>${shown.map((r) => html`<${Item} key=${r.channelId} r=${r} here=${at && at.channelId === r.channelId} />`)}</ul>
      ${all.length > shown.length && html`<p class="quiet">${ink.plural(all.length - shown.length, 'project') + ' hidden '}<button class="link" onClick=${() => setText('')}>show all</button></p>`}
    </nav>`;
  };
})(window.ink);
