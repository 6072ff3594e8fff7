// The list of bundles that serve.
(function (ink) {
  'use strict';
  const { useState } = ink.hooks;
  const html = ink.html;
  const CHANGES = 50;

  const surfaceTone = (s) => (s.state !== 'active' ? 'warn' : s.why ? 'warn' : 'ok');

  const names = (all) => (all.length
    ? html`<ul class="names">${all.map((n) => html`<li title=${n}>${n.slice(n.lastIndexOf('.') + 1)}</li>`)}</ul>`
    : 'nothing');

  const Changes = ({ list, named }) => html`<ol class="entries">${list.map((c) => html`<li class="entry">
    <time datetime=${c.at} title=${ink.full(c.at)}>${ink.day(c.at) === ink.day(ink.now()) ? '' : ink.day(c.at) + ' '}${ink.clockTime(c.at)}</time>
    <span class="what"><strong>${named ? c.name : c.what}</strong> <span class="mono">${c.version}</span></span>
    <span class="who quiet">${named ? c.what : ''}</span></li>`)}</ol>`;

  function Surface({ s }) {
    const [open, setOpen] = useState(false);
    const tone = surfaceTone(s);
    return html`<tr><th scope="row"><button class="link" aria-expanded=${open} onClick=${() => setOpen(!open)}>${s.name}</button></th>
        <td class="mono">${s.version}</td>
        <td><${ink.Tone} tone=${tone}><span aria-hidden="true">${tone === 'ok' ? '●' : '▲'}</span> ${s.state}<//></td>
        <td>${ink.since(s.since)}</td><td>${s.origin === 'user' ? 'you' : 'the release'}</td><td class="text">${ink.within(s.why)}</td></tr>
      ${open && html`<tr class="more"><td colspan="6"><dl>
        <dt>Gives</dt><dd>${names(s.gives)}</dd>
        <dt>Needs</dt><dd>${names(s.needs)}</dd>
        <dt>Since the host started</dt><dd>${s.history.length ? html`<${Changes} list=${s.history.slice().reverse()} />` : 'unchanged'}</dd></dl></td></tr>`}`;
  }

  function SurfacesView() {
    const list = ink.state.surfaces;
    if (!list) {
      return html`<section class="pane"><${ink.Away} what="Surfaces" surface="host" /></section>`;
    }
    const changes = list.flatMap((s) => s.history.map((c) => Object.assign({ name: s.name }, c)))
      .sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, CHANGES);
    return html`<section class="pane">
      <p class="lead">Each surface is a bundle that can be replaced while servers run on: <code>innkeeper install FILE.jar</code></p>
      <${ink.Table} label="Surfaces" head=${['Surface', 'Version', 'State', 'Since', 'From', 'Why not']}>
        ${list.map((s) => html`<${Surface} key=${s.name + s.version} s=${s} />`)}<//>
      <h3>Changes since the host started</h3>
      ${changes.length ? html`<${Changes} list=${changes} named=${true} />` : html`<p class="quiet">None.</p>`}
      <p class="quiet">Earlier ones are in the <a ...${ink.to({ t: 'audit' })}>audit record</a> as surface.install.</p>
    </section>`;
  }

  ink.addView({ scope: 'host', id: 'surfaces', title: 'Surfaces', component: SurfacesView });
})(window.ink);
