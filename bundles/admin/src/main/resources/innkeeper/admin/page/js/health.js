// The host's health: its checks, and the remedy for each.
(function (ink) {
  'use strict';
  const html = ink.html;
  const TONE = { pass: 'ok', warn: 'warn', fail: 'err' };
  const SHAPE = { pass: '●', warn: '▲', fail: '✕' };
  const RANK = { fail: 0, warn: 1, pass: 2 };

  function Check({ name, c }) {
    return html`<li class=${'check ' + TONE[c.status]}>
      <div class="checkhead"><${ink.Tone} tone=${TONE[c.status]}><span aria-hidden="true">${SHAPE[c.status]}</span> ${c.status}<//>
        <strong>${name}</strong><span class="quiet">${[c.value && ink.within(c.value), c.limit && 'limit: ' + ink.within(c.limit)].filter(Boolean).join(' · ')}</span></div>
      ${c.output && html`<p>${ink.within(c.output)}</p>`}
      ${c.fix && html`<p class="fix"><strong>What to do:</strong> ${ink.within(c.fix)}</p>`}
    </li>`;
  }

  // Returns the action that a person would take: start a server that has ended, otherwise restart it.
  const remedy = (r) => (['FATAL', 'EXITED'].includes(r.state) ? 'start' : 'restart');

  function Sick({ r }) {
    const action = remedy(r);
    const [, tone] = ink.look(r);
    return html`<tr><th scope="row"><a ...${ink.to({ p: r.channelId })}>${r.name}</a></th><td><${ink.State} record=${r} /></td>
      <td>${ink.since(r.stateSince)}</td><td class=${'text ' + tone}>${ink.within(r.reason || (r.health && r.health.output))}</td>
      <td class="acts">${r.actions.includes(action) && html`<${ink.Action} action=${action} record=${r} disabled=${ink.state.conn.status === 'gone'} />`}</td></tr>`;
  }

  function Health() {
    const h = ink.state.health;
    if (!h) {
      return html`<section class="pane"><${ink.Away} what="Health" surface="host" /></section>`;
    }
    const sick = ink.trouble();
    const faults = ink.hostFaults().length;
    const all = ink.state.projects;
    // Checks about projects are left out, because the rows of the projects show the same.
    const own = Object.entries(h.checks).filter(ink.ofHost);
    const checks = own.sort((a, b) => RANK[a[1].status] - RANK[b[1].status]);
    const say = [
      sick.length ? sick.length + ' of ' + ink.plural(all.length, 'project') + (sick.length === 1 ? ' needs' : ' need') + ' a look' : '',
      faults ? ink.plural(faults, 'check') + (faults === 1 ? ' needs' : ' need') + ' a look' : '',
    ].filter(Boolean).join(', ');
    return html`<section class="pane">
      <p class="lead">${say || (all ? 'Nothing needs a look' : 'The projects are not known now')}; ${ink.plural(checks.length - faults, 'check')} of the host pass.</p>
      ${sick.length > 0 && html`<h3>Projects</h3><${ink.Table} label="Projects that need a look" head=${['Project', 'State', 'Since', 'Why', 'Action']}>${sick.map((r) => html`<${Sick} key=${r.channelId} r=${r} />`)}<//><h3>Host</h3>`}
      <ul class="checks">${checks.map(([name, c]) => html`<${Check} key=${name} name=${name} c=${c} />`)}</ul>
    </section>`;
  }

  const count = () => ink.hostFaults().length + ink.trouble().length;
  ink.addView({ scope: 'host', id: 'health', title: 'Health', component: Health, badge: () => count() || null });
})(window.ink);
