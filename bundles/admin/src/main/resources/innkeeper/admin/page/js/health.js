// The host's health: its checks, and what to do about each.
(function (ink) {
  'use strict';
  const html = ink.html;
  const TONE = { pass: 'ok', warn: 'warn', fail: 'err' };
  const SHAPE = { pass: '●', warn: '▲', fail: '✕' };
  const RANK = { fail: 0, warn: 1, pass: 2 };

  function Check({ name, c }) {
    return html`<li class=${'check ' + TONE[c.status]}>
      <div class="checkhead"><${ink.Tone} tone=${TONE[c.status]}><span aria-hidden="true">${SHAPE[c.status]}</span> ${c.status}<//>
        <strong>${name}</strong><span class="quiet">${c.value || ''}${c.limit ? ' · allowed ' + c.limit : ''}</span></div>
      ${c.output && html`<p>${c.output}</p>`}
      ${c.fix && html`<p class="fix"><strong>What to do:</strong> ${c.fix}</p>`}
    </li>`;
  }

  function Health() {
    const h = ink.state.health;
    if (!h) {
      return html`<section class="pane"><${ink.Away} what="Health" surface="host" /></section>`;
    }
    const checks = Object.entries(h.checks).sort((a, b) => RANK[a[1].status] - RANK[b[1].status]);
    const ills = checks.filter(([, c]) => c.status !== 'pass').length;
    return html`<section class="pane">
      <p class="lead">${ills ? ink.plural(ills, 'check') + (ills === 1 ? ' needs' : ' need') + ' a look, ' : 'Nothing needs a look: '}${
        ink.plural(checks.length - ills, 'check')} pass.</p>
      <ul class="checks">${checks.map(([name, c]) => html`<${Check} key=${name} name=${name} c=${c} />`)}</ul>
    </section>`;
  }

  const ills = () => (ink.state.health ? Object.values(ink.state.health.checks).filter((c) => c.status !== 'pass').length : 0);
  ink.addView({ scope: 'host', id: 'health', title: 'Health', component: Health, badge: () => ills() || null });
})(window.ink);
