// Incidents of a project, and of all: what happened, what changed before, who acted.
(function (ink) {
  'use strict';
  const { useState } = ink.hooks;
  const html = ink.html;
  const MOST = 1000;
  const SPANS = [['1d', '24 hours'], ['7d', '7 days'], ['30d', '30 days'], ['90d', '90 days']];
  const SNOOZE = [['30m', '30 min'], ['2h', '2 h'], ['1d', 'a day'], ['7d', 'a week']];
  const KINDS = {
    crash: 'Crash', 'failed-start': 'Failed start', 'crash-loop': 'Crash loop', flapping: 'Flapping', 'probe-outage': 'Probe outage',
    'memory-kill': 'Killed for memory', 'memory-restart': 'Restarted for memory', 'failed-run': 'Failed run', 'missed-run': 'Missed run',
    'host-outage': 'Host outage', 'backup-failure': 'Backup failure', fault: 'Fault',
  };

  ink.addParam('since', '7d', SPANS.map(([value]) => value));
  ink.incidentKind = (kind) => KINDS[kind] || kind;

  const span = (i) => {
    const from = ink.when(i.from);
    if (!i.to) {
      return from + ' – now, for ' + ink.since(i.from);
    }
    const same = ink.day(i.from) === ink.day(i.to);
    return i.from === i.to ? from : from + ' – ' + (same ? ink.clockTime(i.to) : ink.when(i.to)) + ', ' + ink.span(Date.parse(i.to) - Date.parse(i.from));
  };
  const range = (r, say) => say(r.avg) + ' (' + say(r.min) + ' to ' + say(r.max) + ')';
  const ended = (e) => (e.signal ? 'SIG' + e.signal : e.code === null ? 'code unknown' : 'exit ' + e.code) + (e.count > 1 ? ' × ' + e.count : '');
  /** Returns the incident's time in the log: its last end, or its first sign. */
  const moment = (i) => (i.ends.length ? i.ends[i.ends.length - 1].at : i.from);

  function Answers({ i, again }) {
    const snoozed = i.snoozedUntil && Date.parse(i.snoozedUntil) > ink.now();
    const at = '/api/incidents/' + i.id + '/';
    return html`<div class="row acts">
      <a class="button" href=${ink.logAt(i.channelId, moment(i))}>Open log here<span class="vh">: ${ink.incidentKind(i.kind)} ${i.id}</span></a>
      ${i.acknowledgedBy ? html`<span class="quiet">✓ seen by ${ink.actor(i.acknowledgedBy)}, ${ink.since(i.acknowledgedAt)} ago</span>`
        : html`<button onClick=${() => ink.post(at + 'acknowledge', () => 'Noted: the incident was seen.', again)}>Acknowledge<span class="vh"> incident ${i.id}</span></button>`}
      ${i.open && html`<label class="snooze"><span class="vh">Snooze incident ${i.id} for</span><select value="" onChange=${(e) => {
        const chosen = e.target.value;
        e.target.value = '';
        ink.post(at + 'snooze?for=' + chosen, () => 'Snoozed.', again);
      }}><option value="" selected>Snooze …</option><${ink.Options} list=${SNOOZE} /></select></label>`}
      ${snoozed && html`<span class="quiet">snoozed for ${ink.until(i.snoozedUntil)}</span>`}</div>`;
  }

  function Card({ i, named, again, first }) {
    const last = i.ends.length ? i.ends[i.ends.length - 1] : null;
    const [lines, setLines] = useState(first && i.open);
    const use = i.resources || {};
    return html`<li class=${'incident ' + (i.open ? 'err' : 'off')} data-incident=${i.id}>
      <h3><span class=${'state ' + (i.open ? 'err' : '')}><span aria-hidden="true">${i.open ? '▲' : '■'}</span> ${i.open ? 'open' : 'over'}</span> ${ink.incidentKind(i.kind)}${
        named && html` · ${i.channelId ? html`<a ...${ink.to({ p: i.channelId, t: 'incidents' })}>${ink.nameOf(i.channelId)}</a>` : 'the host'}`}</h3>
      <p class="quiet"><time datetime=${i.from} title=${ink.full(i.from) + (i.to ? ' – ' + ink.full(i.to) : '')}>${span(i)}</time>${i.runs > 0 && ' · ' + ink.plural(i.runs, 'run')}${
        i.ends.map((e) => ' · ' + ended(e))}</p>
      <p class="cause">${ink.within(i.cause)}</p>
      <dl class="config">
        <div><dt>Changed before</dt><dd>${i.changes.length ? html`<ul>${i.changes.map((c) => html`<li><time datetime=${c.at} title=${ink.full(c.at)}>${ink.when(c.at)}</time> ${c.what}${
          c.detail ? html`: <span class="mono">${ink.within(c.detail).replace(/\\; /g, '; ').replace(/ \\-> /g, ' -> ')}</span>` : ''}${c.via ? html` <span class="quiet">by ${c.via}</span>` : ''}</li>`)}</ul>` : 'nothing that is recorded, in the hour before'}</dd></div>
        ${i.actors.length > 0 && html`<div><dt>Who acted</dt><dd><ul>${i.actors.map((a) => html`<li><time datetime=${a.at} title=${ink.full(a.at)}>${ink.when(a.at)}</time> ${a.action} <span class="quiet">${ink.actor(a.actor)}</span></li>`)}</ul></dd></div>`}
        <div><dt>Five minutes before</dt><dd>processor ${use.cpuPercent ? range(use.cpuPercent, (v) => v.toFixed(1) + ' %') : '–'}, memory ${use.rssBytes ? range(use.rssBytes, ink.bytes) : '–'}</dd></div>
      </dl>
      ${last && last.lines.length > 0 && html`<button class="link" aria-expanded=${lines} onClick=${() => setLines(!lines)}>${lines ? 'Hide' : 'Show'} ${ink.plural(last.lines.length, 'line')} of its log<span class="vh"> of incident ${i.id}</span></button>
        ${lines && html`<pre class="loglines" tabindex="0" aria-label=${'Lines of incident ' + i.id}>${last.lines.join('\n')}</pre>`}`}
      <${Answers} i=${i} again=${again} /></li>`;
  }

  // Returns open incidents, no matter when they began, and those of the span. They are requested once; then the stream
  // reports changes.
  function useIncidents(id, since) {
    const of = id ? '&projects=' + encodeURIComponent(id) : '';
    const lasting = ink.useAnswer('/api/incidents?open=true&limit=' + MOST + of, 0, ink.state.snapshots);
    const recent = ink.useAnswer('/api/incidents?limit=' + MOST + '&from=-' + since + of, 0, ink.state.snapshots);
    const again = () => { lasting.again(); recent.again(); };
    if (!lasting.value || !recent.value) {
      return { value: null, error: lasting.error || recent.error, again };
    }
    const list = ink.withTold(recent.value.incidents.concat(lasting.value.incidents), id).sort((a, b) => b.open - a.open || (a.from < b.from ? 1 : -1));
    const more = [lasting, recent].some((answer) => answer.value.incidents.length >= MOST);
    return { value: list, more, error: lasting.error || recent.error, again };
  }

  function List({ id, all }) {
    ink.useClock();
    const { since } = ink.state.at;
    const answer = useIncidents(id, since);
    const list = answer.value;
    const open = list ? list.filter((i) => i.open).length : 0;
    const say = SPANS.find(([v]) => v === since)[1];
    return html`<section class="pane incidents">
      <div class="tools"><label>Of the last <select value=${since} onChange=${(e) => ink.go({ since: e.target.value }, true)}><${ink.Options} list=${SPANS} chosen=${since} /></select></label>
        ${list && html`<span class="quiet" role="status">${(answer.more ? 'The newest ' : '') + ink.plural(list.length, 'incident') + ', ' + open + ' open' + (answer.more ? '; there are older ones' : '')}</span>`}
        ${id && html`<${ink.ProjectSilence} id=${id} />`}</div>
      ${!list ? html`<${ink.Waiting} answer=${answer} what="Incidents" />`
        : !list.length ? html`<${ink.Empty} title=${'Nothing went wrong in the last ' + say + '.'}><p>Crashes, crash loops, failed probes and outages are listed here.</p><//>`
          : html`<ol class="cards">${list.map((i, n) => html`<${Card} key=${i.id} i=${i} named=${all} again=${answer.again} first=${n === 0} />`)}</ol>`}
    </section>`;
  }

  ink.addView({ scope: 'project', id: 'incidents', title: 'Incidents', component: ({ id }) => (id ? html`<${List} key=${id} id=${id} />`
    : html`<${ink.NoProject} />`) });
  ink.addView({ scope: 'host', id: 'all-incidents', title: 'Incidents', component: () => html`<${List} all=${true} />` });
})(window.ink);
