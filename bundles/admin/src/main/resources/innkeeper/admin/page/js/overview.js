// The overview: every project, what is wrong first.
(function (ink) {
  'use strict';
  const html = ink.html;

  const First = () => html`<div class="first"><h2>No project yet</h2>
    <p>Projects are defined on the command line, never over HTTP. One that runs a Node server on port 4300:</p>
    <pre tabindex="0">innkeeper add demo --port 4300 -- node server.js</pre>
    <p class="quiet">It starts at once and shows up here by itself. <code>innkeeper run --demo</code> brings one ready made.</p></div>`;

  const Row = ({ r }) => html`<tr><th scope="row"><a ...${ink.to({ p: r.channelId })}>${r.name}</a></th>
    <td><${ink.State} record=${r} /></td><td class="text">${r.reason || (r.health && r.health.output)}</td>
    <td>${ink.since(ink.shownSince(r))}</td></tr>`;

  function Overview() {
    ink.useClock();
    const all = ink.state.projects;
    if (!all.length) {
      return html`<${First} />`;
    }
    const sorted = all.slice().sort((a, b) => ink.calm(a) - ink.calm(b));
    return html`<section class="pane">
      <${ink.Table} label="Projects" head=${['Project', 'State', 'Why', 'Since']}>${sorted.map((r) => html`<${Row} key=${r.channelId} r=${r} />`)}<//></section>`;
  }

  ink.addView({ scope: 'home', id: 'overview', title: 'Overview', component: Overview });
})(window.ink);
