// The audit record: who did what, newest first.
(function (ink) {
  'use strict';
  const { useEffect, useState } = ink.hooks;
  const html = ink.html;

  const tone = (e) => (e.outcome === 'ok' ? 'ok' : e.outcome === 'failed' ? 'err' : 'warn');

  // The entries before those that are here: of one project, the host picks them out.
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
      <time datetime=${e.ts} title=${e.ts}>${ink.clockTime(e.ts)}</time>
      <span class="what"><strong>${e.action}</strong>${
        e.channelId ? html` <a ...${ink.to({ p: e.channelId, t: 'log' })}>${ink.nameOf(e.channelId)}</a>` : ''}${
        e.outcome !== 'ok' ? html` <span class=${'state ' + tone(e)}>${e.outcome}</span>` : ''}
        ${e.detail ? html`<span class="detail">${e.detail}</span>` : ''}</span>
      <span class="who quiet">${ink.actor(e.actor || {})}</span>
      <span class="seq quiet" title=${'hash ' + e.hash}>${e.seq}</span>
    </li>`;
  }

  function Audit() {
    const { of } = ink.state.at;
    const [text, setText] = useState('');
    const [busy, setBusy] = useState(false);
    const [mine, setMine] = useState({ of: '', entries: [], more: false });
    useEffect(() => {
      if (of && mine.of !== of) {
        older(of, { entries: [] }, setMine, setBusy);
      }
    }, [of]);
    const needle = text.toLowerCase();
    const last = mine.entries.length ? mine.entries[mine.entries.length - 1].seq : 0;
    const all = of ? (mine.of === of ? mine.entries : []).concat(ink.state.audit.filter((e) => e.channelId === of && e.seq > last)) : ink.state.audit;
    const entries = all
      .filter((e) => !needle || JSON.stringify([e.action, ink.nameOf(e.channelId), e.detail, e.actor, e.outcome]).toLowerCase().includes(needle))
      .slice()
      .reverse();
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
          <input type="search" placeholder="Filter: action, project, who" value=${text}
            onInput=${(e) => setText(e.target.value)} /></label>
        ${of && html`<button class="seg" aria-pressed="true" onClick=${() => ink.go({ of: '' })}>only ${ink.nameOf(of)} ×</button>`}
      </div>
      ${!entries.length && html`<${ink.Empty} title=${ink.state.audit.length ? 'Nothing matches.' : 'Nothing recorded yet.'}>
        <p>Every start, stop, backup and change is written down here, with who asked for it.</p><//>`}
      ${days.map((d) => html`<h3 class="day" key=${d.day}>${d.day}</h3>
        <ol class="entries">${d.entries.map((e) => html`<${Entry} key=${e.seq} e=${e} />`)}</ol>`)}
      ${(of ? mine.more : ink.state.auditOlder && ink.state.audit.length > 0 && ink.state.audit[0].seq > 1) &&
        html`<p><button disabled=${busy} onClick=${() => older(of, mine, setMine, setBusy)}>${busy ? 'Loading …' : 'Load older'}</button></p>`}
    </section>`;
  }

  ink.addParam('of', '');
  ink.addView({ scope: 'host', id: 'audit', title: 'Audit', component: Audit, own: ['of'] });
})(window.ink);
