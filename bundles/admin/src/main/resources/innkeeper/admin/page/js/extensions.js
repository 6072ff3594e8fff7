// The additions of other bundles: actions on a project, as buttons, and panels.
(function (ink) {
  'use strict';
  const { useEffect } = ink.hooks;
  const html = ink.html;
  const EVERY_MS = 15000;
  const AGAIN_MS = 2000;
  const WAIT_SECONDS = 10;
  const SHAPE = { running: ['◌', 'warn'], done: ['●', 'ok'], failed: ['✕', 'err'] };

  ink.state.extensions = { panels: [], actions: {} };
  const keep = (patch) => ink.set({ extensions: Object.assign({}, ink.state.extensions, patch) });

  const shownPanels = (project) => ink.state.extensions.panels.filter((p) => (project ? p.scope === 'project' && (!p.projects.length || p.projects.includes(project))
    : p.scope === 'host'));
  const actionsPath = (id) => '/api/projects/' + encodeURIComponent(id) + '/actions';
  const actionsOf = (id) => ink.state.extensions.actions[id] || [];

  // Actions and panels are requested when they can be visible: with the view of a project or the host, when bundles
  // come or go, and from time to time.
  let asked = null;
  let askedAt = 0;
  async function ask(id) {
    askedAt = Date.now();
    try {
      const [panels, actions] = await Promise.all([
        ink.request('GET', '/api/panels'), id ? ink.request('GET', actionsPath(id)) : null,
      ]);
      keep({ panels: panels.panels, actions: id ? { [id]: actions.actions } : {} });
    } catch (e) {
      // The bundle that provides them may be away; the last known list stays.
    }
  }
  function look() {
    const scope = ink.shown().scope;
    const id = (scope === 'project' && ink.selected() && ink.selected().channelId) || '';
    const now = scope === 'home' ? null : [id, ink.state.surfaces];
    const other = now && (!asked || now[0] !== asked[0] || now[1] !== asked[1]);
    asked = now;
    if (other || (now && !document.hidden && Date.now() - askedAt > EVERY_MS)) {
      ask(id);
    }
  }
  ink.listen(look);
  look();
  setInterval(() => ink.state.conn.status !== 'gone' && look(), AGAIN_MS);

  const busy = (id, name) => ink.state.pending[id + ' ' + name];
  const pause = () => new Promise((done) => setTimeout(done, AGAIN_MS));

  // Waits until the run has ended. The host ends it after its time limit.
  async function ended(id, offer, run) {
    let now = run;
    while (now && now.state === 'running') {
      await pause();
      const list = await ink.request('GET', actionsPath(id));
      const same = list.actions.find((a) => a.name === offer.name);
      now = same && same.last;
    }
    return now;
  }

  async function run(record, offer) {
    const id = record.channelId;
    const where = offer.title + ' of ' + record.name + ': ';
    ink.pend(id + ' ' + offer.name, 'run');
    try {
      const begun = await ink.request('POST', actionsPath(id) + '?wait=' + WAIT_SECONDS + '&name=' + offer.name
        + (offer.dangerous ? '&confirm=true' : ''));
      const now = await ended(id, offer, begun);
      ink.toast(where + (now ? now.text || now.state : 'its bundle went'), { tone: now && now.state === 'done' ? 'ok' : 'err' });
    } catch (e) {
      ink.toast(where + e.message, { tone: 'err' });
    } finally {
      ink.pend(id + ' ' + offer.name, null);
      ask(id);
    }
  }

  function Button({ r, offer, disabled }) {
    return html`<${ink.Armed} cls="act extra" action=${'run-' + offer.name} label=${offer.title} what=${'of ' + r.name} sure=${!offer.dangerous}
      disabled=${disabled || Boolean(busy(r.channelId, offer.name))} plain=${html`<span class="vh"> ${r.name}</span>`} of=${r.channelId} run=${() => run(r, offer)} />`;
  }

  /** The buttons in a project's head. */
  ink.ExtraActions = ({ r, disabled }) => actionsOf(r.channelId).map((offer) => html`<${Button} key=${offer.name} r=${r} offer=${offer} disabled=${disabled} />`);

  function Last({ offer, id }) {
    const last = offer.last;
    if (busy(id, offer.name)) {
      return html`<span class="state warn"><span aria-hidden="true">◌</span> running …</span>`;
    }
    if (!last) {
      return '–';
    }
    const [shape, tone] = SHAPE[last.state];
    return html`<span class=${'state ' + tone}><span aria-hidden="true">${shape}</span> ${last.state}</span> ${last.text}
      <span class="quiet"> ${ink.when(last.to || last.from)}, ${ink.actor(last.actor)}</span>`;
  }

  function Actions({ r }) {
    const offers = actionsOf(r.channelId);
    const gone = ink.state.conn.status === 'gone';
    return offers.length > 0 && html`<section class="foreign"><h3>Actions</h3>
      <${ink.Table} label="Actions" head=${['Action', 'What it does', 'Last run', 'Run']}>${offers.map((offer) => html`<tr key=${offer.name} data-offer=${offer.name}>
        <th scope="row">${offer.title}</th><td class="text">${offer.about}</td><td class="text"><${Last} offer=${offer} id=${r.channelId} /></td>
        <td class="acts"><${Button} r=${r} offer=${offer} disabled=${gone} /></td></tr>`)}<//></section>`;
  }

  function Panels({ project }) {
    return shownPanels(project).map((entry) => html`<${ink.ForeignPanel} key=${entry.name + ' ' + project} entry=${entry} project=${project} />`);
  }

  const Nothing = () => html`<${ink.Empty} title="No bundle adds anything here."><p>Bundles of your own can add panels and actions; the document “api” says how.</p><//>`;

  function OfProject({ record }) {
    useEffect(look, []);
    if (!record) {
      return html`<${ink.NoProject} />`;
    }
    const id = record.channelId;
    return html`<section class="pane extensions"><${Actions} r=${record} /><${Panels} project=${id} />
      ${!actionsOf(id).length && !shownPanels(id).length && html`<${Nothing} />`}</section>`;
  }

  function OfHost() {
    useEffect(look, []);
    return html`<section class="pane extensions"><${Panels} project="" />${!shownPanels('').length && html`<${Nothing} />`}</section>`;
  }

  ink.addView({ scope: 'project', id: 'extensions', title: 'Extensions', component: OfProject, when: () => {
    const r = ink.selected();
    return Boolean(r) && (actionsOf(r.channelId).length > 0 || shownPanels(r.channelId).length > 0);
  } });
  ink.addView({ scope: 'host', id: 'panels', title: 'Panels', component: OfHost, when: () => shownPanels('').length > 0 });
})(window.ink);
