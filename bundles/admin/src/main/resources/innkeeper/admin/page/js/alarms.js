// Alarm channels with their last outcome, and silences, which begin and end here for one project or for all.
(function (ink) {
  'use strict';
  const { useState } = ink.hooks;
  const html = ink.html;
  const CHANNELS_MS = 10000;
  const ALL = '*';
  const SPANS = [['30m', '30 min'], ['2h', '2 h'], ['8h', '8 h'], ['1d', 'a day'], ['7d', 'a week']];

  // The request is repeated when a silence begins or ends: the audit record reports both.
  function useAlarms(every) {
    const told = ink.state.audit.filter((e) => e.action === 'alarm.silence' || e.action === 'alarm.unsilence').map((e) => e.seq).pop();
    return ink.useAnswer('/api/alarms', every, ink.state.snapshots + '.' + told);
  }

  const whose = (id) => (id === ALL ? 'all projects and the host' : ink.nameOf(id));

  const silence = (id, span, again) =>
    ink.post('/api/silences?project=' + encodeURIComponent(id) + '&for=' + span, () => 'No alarm is told of ' + whose(id) + ' for ' + SPANS.find(([v]) => v === span)[1] + '.', again);
  const end = (id, again) => ink.post('/api/silences/end?project=' + encodeURIComponent(id), () => 'Alarms of ' + whose(id) + ' are told again.', again);


  /** Shows until when a project's alarms are silenced, or how to silence them. It is empty while alarms are away. */
  ink.ProjectSilence = function ({ id }) {
    const answer = useAlarms(0);
    if (!answer.value) {
      return null;
    }
    const now = answer.value.silences.find((s) => s.channelId === id && Date.parse(s.until) > ink.now());
    return now ? html`<span class="silence quiet">no alarms for ${ink.until(now.until)} <button onClick=${() => end(id, answer.again)}>Tell alarms again</button></span>`
      : html`<label class="silence"><span class="vh">Tell no alarms of ${ink.nameOf(id)} for</span><select value="" onChange=${(e) => {
        const chosen = e.target.value;
        e.target.value = '';
        silence(id, chosen, answer.again);
      }}><option value="" selected>Silence alarms …</option><${ink.Options} list=${SPANS} /></select></label>`;
  };

  function channelState(c) {
    return c.mistake ? html`<${ink.Tone} tone="err">✕ not used: ${c.mistake}<//>` : c.error ? html`<${ink.Tone} tone="warn">▲ ${c.error}<//>`
      : c.lastSuccess ? html`<${ink.Tone} tone="ok">● delivers<//>` : html`<span class="quiet">nothing sent yet</span>`;
  }
  const ago = (at) => (at ? html`<time datetime=${at} title=${ink.full(at)}>${ink.since(at)} ago</time>` : '–');

  const Channels = ({ list }) => (list.length
    ? html`<${ink.Table} label="Alarm channels" head=${['Channel', 'State', 'Last delivered', 'Last failure', 'Waiting', 'Delivered', 'Given up']}>
      ${list.map((c) => html`<tr key=${c.name}><th scope="row">${c.name}</th><td class="text">${channelState(c)}</td><td>${ago(c.lastSuccess)}</td><td>${ago(c.lastFailure)}</td>
        <td>${c.waiting}</td><td>${c.delivered}</td><td>${c.givenUp}</td></tr>`)}<//>
      <p class="quiet">Counts begin with the alarms bundle’s start. <code>innkeeper alarm test CHANNEL</code> sends a test.</p>`
    : html`<${ink.Empty} title="No alarm channel is set up."><p>Nobody is told of incidents. The release has channels in <code>optional/</code>: Discord, Slack, ntfy, webhook and mail.</p><//>`);

  const Silences = ({ list, again }) => (list.length
    ? html`<${ink.Table} label="Silences" head=${['Of', 'Ends in', 'Begun', 'By', 'Action']}>
      ${list.map((s) => html`<tr key=${s.channelId}><th scope="row">${s.channelId === ALL ? whose(ALL) : html`<a ...${ink.to({ p: s.channelId, t: 'incidents' })}>${whose(s.channelId)}</a>`}</th>
        <td><time datetime=${s.until} title=${ink.full(s.until)}>${ink.until(s.until)}</time></td><td>${ago(s.since)}</td><td>${ink.actor(s.by)}</td>
        <td><button onClick=${() => end(s.channelId, again)}>End<span class="vh"> the silence of ${whose(s.channelId)}</span></button></td></tr>`)}<//>`
    : html`<p class="quiet">Nothing is silenced.</p>`);

  function Begin({ again }) {
    const [id, setId] = useState(ALL);
    const [span, setSpan] = useState('2h');
    return html`<form class="row" onSubmit=${(e) => { e.preventDefault(); silence(id, span, again); }}>
      <label>Silence <select onChange=${(e) => setId(e.target.value)}>
        <${ink.Options} list=${[[ALL, whose(ALL)], ...(ink.state.projects || []).map((r) => [r.channelId, r.name])]} chosen=${id} /></select></label>
      <label>for <select onChange=${(e) => setSpan(e.target.value)}><${ink.Options} list=${SPANS} chosen=${span} /></select></label>
      <button class="act">Silence</button></form>`;
  }

  function Alarms() {
    ink.useClock();
    const answer = useAlarms(CHANNELS_MS);
    return html`<section class="pane alarms">${!answer.value ? html`<${ink.Waiting} answer=${answer} what="Alarms" />`
      : html`<h3>Channels</h3><${Channels} list=${answer.value.channels} />
        <h3>Silences</h3><p class="quiet">What still lasts when a silence ends is told then. A silence outlives a restart of the host.</p>
        <${Begin} again=${answer.again} /><${Silences} list=${answer.value.silences.filter((s) => Date.parse(s.until) > ink.now())} again=${answer.again} />`}</section>`;
  }

  ink.addView({ scope: 'host', id: 'alarms', title: 'Alarms', component: Alarms });
})(window.ink);
