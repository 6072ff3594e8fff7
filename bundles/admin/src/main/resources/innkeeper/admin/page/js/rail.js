// The rail: a short list of all projects beside the displayed one. It is one stop of the Tab key; arrows move through
// it.
(function (ink) {
  'use strict';
  const { useEffect, useRef, useState } = ink.hooks;
  const html = ink.html;
  const FILTER_FROM = 6;

  function second(r) {
    if (r.state === 'BACKOFF' && r.nextRetryAt) {
      return 'retry in ' + ink.until(r.nextRetryAt);
    }
    if (r.state === 'RUNNING') {
      return ink.since(ink.shownSince(r)) + ' · ' + ink.bytes(ink.used(r) && ink.used(r).rssBytes);
    }
    const exit = r.lastExit;
    const code = exit && !exit.expected ? ' · ' + (exit.signal || 'code ' + exit.code) : '';
    return ink.since(r.stateSince) + code;
  }

  const Item = ink.memo(({ id, name, shape, tone, sub, cpu, line, here, stop }) => html`<li><a class=${'item ' + tone} data-id=${id} ...${ink.to({ p: id })}
      aria-current=${here ? 'true' : null} tabindex=${stop ? 0 : -1}>
    <span class="shape" aria-hidden="true">${shape}</span><span class="itemname" title=${name}>${name}</span>
    ${cpu && html`<span class="itemcpu">${cpu}<${ink.Spark} values=${line} floor=${10} label="CPU, last minutes" /></span>`}
    <span class="sub">${sub}</span></a></li>`);

  function item(r, here, stop) {
    const [shape, tone] = ink.look(r);
    const pending = ink.state.pending[r.channelId];
    const used = ink.used(r);
    const history = ink.state.history[r.channelId];
    return html`<${Item} key=${r.channelId} id=${r.channelId} name=${r.name} shape=${shape} tone=${tone} here=${here} stop=${stop}
      sub=${(pending ? pending + ' …' : ink.word(r)) + ' ' + second(r)} cpu=${r.state === 'RUNNING' ? ink.percent(used && used.cpuPercent) : ''} line=${history && history.cpu} />`;
  }

  function onKey(e) {
    const link = ink.arrowTo(e, [...e.currentTarget.querySelectorAll('a.item')]);
    if (link) {
      link.focus();
    }
  }

  ink.Rail = function () {
    ink.useClock();
    const [text, setText] = useState('');
    const all = ink.state.projects || [];
    const at = ink.selected();
    const shown = all.filter((r) => (r.name + ' ' + r.channelId + ' ' + r.state).toLowerCase().includes(text.toLowerCase()));
    const list = useRef(null);
    useEffect(() => {
      const link = list.current.querySelector('[aria-current]');
      if (link) {
        ink.scrollWithin(list.current, link);
      }
    }, [at && at.channelId]);
    const stop = at && shown.includes(at) ? at : shown[0];
    return html`<nav class="rail" aria-label="Projects" ref=${list}>
      ${all.length >= FILTER_FROM && html`<label class="find"><span class="vh">Filter projects</span>
        <input type="search" placeholder="Filter ${all.length} projects" value=${text} onInput=${(e) => setText(e.target.value)} /></label>`}
      <ul onKeyDown=${onKey}>${shown.map((r) => item(r, at === r, r === stop))}</ul>
      ${all.length > shown.length && html`<p class="quiet">${ink.plural(all.length - shown.length, 'project') + ' hidden '}<button class="link" onClick=${() => setText('')}>show all</button></p>`}
    </nav>`;
  };
})(window.ink);
