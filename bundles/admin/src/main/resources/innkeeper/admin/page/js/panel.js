// A panel of another bundle: its text, numbers, tables and series. All of it is data; each text becomes a text node.
(function (ink) {
  'use strict';
  const { useMemo } = ink.hooks;
  const html = ink.html;
  const EVERY_MS = 5000;
  // A distance between two points of more than this many usual distances is a gap.
  const GAP = 2;

  // Formats a number as the command line does: two decimals, or three significant digits below one.
  function plain(n) {
    return Number(n).toLocaleString('en', Math.abs(n) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 });
  }
  ink.figure = function (n, unit) {
    if (n === null || n === undefined) {
      return '–';
    }
    return unit === 'bytes' ? (n < 0 ? '-' : '') + ink.bytes(Math.round(Math.abs(n))) : plain(n) + (unit ? ' ' + unit : '');
  };

  const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] || 0;

  // Returns series in the form of plots, on one axis of time; null if there are not two moments.
  function plotted(series) {
    const metrics = series.map((s, n) => ({
      id: n, name: s.label, say: (v) => ink.figure(v, s.unit), least: 0, binary: s.unit === 'bytes',
      points: s.points.map((p) => ({ at: Date.parse(p.at), min: p.value, avg: p.value, max: p.value })),
    }));
    const times = metrics.flatMap((m) => m.points.map((p) => p.at));
    const from = Math.min(...times);
    const to = Math.max(...times);
    const steps = metrics.map((m) => median(m.points.slice(1).map((p, i) => p.at - m.points[i].at)));
    return to > from ? { metrics, from, to, step: GAP * Math.max(...steps, 1) } : null;
  }

  function Series({ series, project }) {
    const plots = useMemo(() => plotted(series), [series]);
    const open = (t) => { location.hash = ink.logAt(project, new Date(t).toISOString()); };
    return plots ? html`<${ink.Plots} ...${plots} restarts=${[]} incidents=${[]} onPick=${open} />`
      : html`<dl class="facts">${series.map((s, n) => html`<div key=${n}><dt>${s.label}</dt><dd>${ink.figure(s.points.length ? s.points[0].value : null, s.unit)}</dd></div>`)}</dl>`;
  }

  const Content = ({ c, title, project }) => html`
    ${c.text && html`<p class="paneltext">${c.text}</p>`}
    ${c.figures.length > 0 && html`<dl class="numbers">${c.figures.map((f, n) => html`<div key=${n}><dt>${f.label}</dt><dd>${ink.figure(f.value, f.unit)}</dd></div>`)}</dl>`}
    ${c.tables.map((t, n) => html`<div key=${n}>${t.title && html`<h4>${t.title}</h4>`}<${ink.Table} label=${t.title || title} head=${t.columns}>${
      t.rows.map((row, i) => html`<tr key=${i}>${row.map((cell, j) => html`<td key=${j} class="text">${cell}</td>`)}</tr>`)}<//></div>`)}
    ${c.series.length > 0 && html`<${Series} series=${c.series} project=${project} />`}`;

  /** One panel, requested again while it is displayed. project: its channelId; '' for the host. */
  ink.ForeignPanel = function ({ entry, project }) {
    const answer = ink.useAnswer('/api/panels/' + entry.name + (project ? '?project=' + encodeURIComponent(project) : ''), EVERY_MS);
    const reading = answer.value;
    return html`<section class="foreign" data-panel=${entry.name}><h3>${entry.title}</h3>
      ${!reading ? html`<${ink.Waiting} answer=${answer} what="The panel" />` : reading.problem ? html`<p class="remark">${reading.problem}</p>`
        : html`<${Content} c=${reading.content} title=${entry.title} project=${project} />`}
      ${reading && reading.cut && html`<p class="quiet">There is more than is shown.</p>`}</section>`;
  };
})(window.ink);
