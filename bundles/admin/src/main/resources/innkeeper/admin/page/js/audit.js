// The audit record: who did what, newest first.
(function (ink) {
  'use strict';
  const { useEffect, useState } = ink.hooks;
  const html = ink.html;

  const tone = (e) => (e.outcome === 'ok' ? 'ok' : e.outcome === 'failed' ? 'err' : 'warn');

  // Reads the entries before those that are loaded. For one project, the host selects them.
  async function older(of, mine, setMine, setBusy) {
    setBusy(true);
    const first = (of ? mine.entries : ink.state.audit)[0];
    const query = (first ? '&before=' + first.seq : '') + (of ? '&channelId=' + encodeURIComponent(of) : '');
    try {
      const page = await ink.request('GET', '/api/audit?limit=200' + query);
      if (of) {
        setMine({ of, entries: page.entries.concat(mine.entries), more: page.next !== null });
      } else {
        ink.set({ audit: page.entries.concat(ink.state.audit), auditOlder: page.next !== null });
      }
    } catch (e) {
      ink.toast(e.message, { tone: 'err' });
    } finally {
      setBusy(false);
    }
  }

  function Entry({ e }) {
    return html`<li class=${'entry ' + tone(e)}>
      <time datetime=${e.ts} title=${ink.full(e.ts)}>${ink.clockTime(e.ts)}</time>
      <span class="what"><strong>${e.action}</strong>${
        e.channelId ? html` <a ...${ink.to({ p: e.channelId, t: 'log' })}>${ink.nameOf(e.channelId)}</a>` : ''}${
        e.outcome !== 'ok' ? html` <span class=${'state ' + tone(e)}>${e.outcome}</span>` : ''}
        ${e.detail ? html`<span class="detail">${ink.within(e.detail)}</span>` : ''}</span>
      <span class="who quiet">${ink.actor(e.actor || {})}</span>
      <span class="seq quiet" title=${'hash ' + e.hash}>${e.seq}</span>
    </li>`;
  }

  const PAGE = 1000;
  const MOST_FOUND = 500;
  const text = (e) => JSON.stringify([e.action, ink.nameOf(e.channelId), e.channelId, e.detail, ink.actor(e.actor || {}), e.outcome]).toLowerCase();

  /**
   * Reads the whole record for a filter, page by page, until all is read, enough entries are found or the filter
   * changes. Returns { found, read, back, done, error, on }. found: matching entries before `before`. read: how many
   * entries were read. back: the time of the oldest of them. done: whether it is the first entry of the record. on: a
   * function that continues.
   */
  function useReading(needle, of, before) {
    const [reading, setReading] = useState(null);
    useEffect(() => {
      setReading(null);
      if (!needle) {
        return undefined;
      }
      let current = true;
      const now = { found: [], read: 0, back: null, done: before !== null && before <= 1, error: '', on: null, at: before };
      const show = (patch) => current && setReading(Object.assign({}, Object.assign(now, patch)));
      async function readOn(most) {
        show({ error: '', on: null });
        try {
          while (current && !now.done && now.found.length < most) {
            const page = await ink.request('GET', '/api/audit?limit=' + PAGE + (now.at === null ? '' : '&before=' + now.at) + (of ? '&channelId=' + encodeURIComponent(of) : ''));
            now.found = page.entries.filter((e) => text(e).includes(needle)).concat(now.found);
            const first = page.entries[0];
            show({ read: now.read + page.entries.length, back: first ? first.ts : now.back, at: first ? first.seq : now.at, done: page.next === null || !first });
          }
          if (!now.done) {
            show({ on: () => readOn(now.found.length + MOST_FOUND) });
          }
        } catch (e) {
          show({ error: e.message, on: () => readOn(most) });
        }
      }
      const timer = setTimeout(() => readOn(MOST_FOUND), 250);
      return () => { current = false; clearTimeout(timer); };
    }, [needle, of]);
    return reading;
  }

  // Shows how much of the record a filter has read, and how many entries it has found.
  function Said({ found, loaded, reading }) {
    const read = loaded.length + (reading ? reading.read : 0);
    const back = (reading && reading.back) || (loaded.length ? loaded[0].ts : null);
    const done = reading && reading.done;
    const what = found ? ink.count(found) + (found === 1 ? ' entry matches' : ' entries match') : 'Nothing';
    return html`<p class="quiet" role="status">${what} ${done ? (found ? 'in all ' : 'matches in all ') + ink.count(read) + ' entries.'
      : 'in the newest ' + ink.count(read) + ' entries' + (back ? ', back to ' + ink.when(back) : '') + (reading && reading.on ? '. ' : '; reading on …')}${
      reading && reading.error ? reading.error + ' ' : ''}${reading && reading.on && html`<button onClick=${reading.on}>${reading.error ? 'Try again' : 'Read on'}</button>`}</p>`;
  }

  function Audit() {
    const { of } = ink.state.at;
    const [typed, setTyped] = useState('');
    const [busy, setBusy] = useState(false);
    const [mine, setMine] = useState({ of: '', entries: [], more: false });
    useEffect(() => {
      if (of && mine.of !== of) {
        older(of, { entries: [] }, setMine, setBusy);
      }
    }, [of]);
    const needle = typed.trim().toLowerCase();
    const last = mine.entries.length ? mine.entries[mine.entries.length - 1].seq : 0;
    const here = !of || mine.of === of;
    const loaded = of ? (here ? mine.entries : []).concat(ink.state.audit.filter((e) => e.channelId === of && e.seq > last)) : ink.state.audit;
    const reading = useReading(here ? needle : '', of, loaded.length ? loaded[0].seq : null);
    const first = loaded.length ? loaded[0].seq : Infinity;
    const entries = (needle && reading ? reading.found.filter((e) => e.seq < first) : []).concat(loaded.filter((e) => !needle || text(e).includes(needle))).reverse();
    const days = [];
    for (const e of entries) {
      const day = ink.day(e.ts);
      if (!days.length || days[days.length - 1].day !== day) {
        days.push({ day, entries: [] });
      }
      days[days.length - 1].entries.push(e);
    }
    return html`<section class="pane">
      <div class="tools">
        <label class="find"><span class="vh">Filter the audit record</span>
          <input type="search" placeholder="Filter: action, project, who" value=${typed}
            onInput=${(e) => setTyped(e.target.value)} /></label>
        ${of && html`<button class="seg" aria-pressed="true" onClick=${() => ink.go({ of: '' })}>only ${ink.nameOf(of)} ×</button>`}
      </div>
      ${needle ? html`<${Said} found=${entries.length} loaded=${loaded} reading=${reading} />`
        : entries.length ? '' : busy || !here ? html`<p class="quiet waiting" role="status">Loading …</p>`
          : !of && !ink.state.auditKnown ? html`<${ink.Away} what="The audit record" surface="store" />`
            : html`<${ink.Empty} title="Nothing recorded yet."><p>Every start, stop, backup and change is written down here, with who asked for it.</p><//>`}
      ${days.map((d) => html`<h3 class="day" key=${d.day}>${d.day}</h3>
        <ol class="entries">${d.entries.map((e) => html`<${Entry} key=${e.seq} e=${e} />`)}</ol>`)}
      ${!needle && (of ? mine.more : ink.state.auditOlder && ink.state.audit.length > 0 && ink.state.audit[0].seq > 1) &&
        html`<p><button disabled=${busy} onClick=${() => older(of, mine, setMine, setBusy)}>${busy ? 'Loading …' : 'Load older'}</button></p>`}
    </section>`;
  }

  ink.addParam('of', '');
  ink.addView({ scope: 'host', id: 'audit', title: 'Audit', component: Audit, own: ['of'] });
})(window.ink);
