// The audit record: who did what, newest first.
(function (ink) {
  'use strict';
  const { useState } = ink.hooks;
  const html = ink.html;

  const tone = (e) => (e.outcome === 'ok' ? 'ok' : e.outcome === 'failed' ? 'err' : 'warn');
  const name = (id) => {
    const r = (ink.state.projects || []).find((p) => p.channelId === id);
    return r ? r.name : id;
  };
  const who = (e) => {
    const a = e.actor || {};
    return [a.program, a.uid ? 'uid ' + a.uid : null, a.via].filter(Boolean).join(' · ');
  };

  async function older(setBusy) {
    setBusy(true);
    const first = ink.state.audit[0];
    try {
      const page = await ink.request('GET', '/api/audit?limit=200' + (first ? '&before=' + first.seq : ''));
      ink.set({ audit: page.entries.concat(ink.state.audit), auditOlder: page.next !== null });
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
        e.channelId ? html` <a ...${ink.to({ p: e.channelId, t: 'log' })}>${name(e.channelId)}</a>` : ''}${
        e.outcome !== 'ok' ? html` <span class=${'state ' + tone(e)}>${e.outcome}</span>` : ''}
        ${e.detail ? html`<span class="detail">${e.detail}</span>` : ''}</span>
      <span class="who quiet">${who(e)}</span>
      <span class="seq quiet" title=${'hash ' + e.hash}>${e.seq}</span>
    </li>`;
  }

  function Audit() {
    const { of } = ink.state.at;
    const [text, setText] = useState('');
    const [busy, setBusy] = useState(false);
    const needle = text.toLowerCase();
    const entries = ink.state.audit
      .filter((e) => !of || e.channelId === of)
      .filter((e) => !needle || JSON.stringify([e.action, name(e.channelId), e.detail, e.actor, e.outcome]).toLowerCase().includes(needle))
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
        ${of && html`<button class="seg" aria-pressed="true" onClick=${() => ink.go({ of: '' })}>only ${name(of)} ×</button>`}
      </div>
      ${!entries.length && html`<${ink.Empty} title=${ink.state.audit.length ? 'Nothing matches.' : 'Nothing recorded yet.'}>
        <p>Every start, stop, backup and change is written down here, with who asked for it.</p><//>`}
      ${days.map((d) => html`<h3 class="day" key=${d.day}>${d.day}</h3>
        <ol class="entries">${d.entries.map((e) => html`<${Entry} key=${e.seq} e=${e} />`)}</ol>`)}
      ${ink.state.auditOlder && ink.state.audit.length > 0 && ink.state.audit[0].seq > 1 &&
        html`<p><button disabled=${busy} onClick=${() => older(setBusy)}>${busy ? 'Loading …' : 'Load older'}</button></p>`}
    </section>`;
  }

  ink.addParam('of', '');
  ink.addView({ scope: 'host', id: 'audit', title: 'Audit', component: Audit, own: ['of'] });
})(window.ink);
