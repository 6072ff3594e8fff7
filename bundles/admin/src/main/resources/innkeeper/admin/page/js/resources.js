// The resources that a project used, from an hour to thirty days: plots with one time axis, and a table.
(function (ink) {
  'use strict';
  const { useMemo, useState } = ink.hooks;
  const html = ink.html;
  const HOUR = 3600000;
  const SPANS = [['1h', '1 hour', HOUR, 10000], ['6h', '6 hours', 6 * HOUR, 60000], ['1d', '24 hours', 24 * HOUR, 60000],
    ['7d', '7 days', 168 * HOUR, 300000], ['30d', '30 days', 720 * HOUR, 300000]];
  const ROWS = 30;

  ink.addParam('span', '1h', SPANS.map(([value]) => value));

  const number = (v) => (v >= 1000 ? (v / 1000).toFixed(1) + ' k' : String(Number(v.toFixed(v < 0.1 ? 3 : v < 10 ? 2 : 0))));
  const rate = (v) => number(v) + '/s';
  const METRICS = [
    { id: 'cpu', name: 'Processor, of one core', say: (v) => v.toFixed(v < 10 && v > 0 ? 1 : 0) + ' %', least: 1 },
    { id: 'rss', name: 'Memory', say: ink.bytes, least: 1048576, binary: true },
    { id: 'lines', name: 'Lines written', say: rate, least: 1 },
    { id: 'errors', name: 'Errors logged', say: (v) => number(v) + '/min', least: 1, times: 60 },
  ];

  const parsed = (rows, times) => (rows || []).map(([at, min, avg, max]) => ({ at: Date.parse(at), min: min * times, avg: avg * times, max: max * times }));

  function useFigures(id, span) {
    const [value, , ms, every] = span;
    const of = '&projects=' + encodeURIComponent(id);
    const figures = ink.useAnswer('/api/history?metrics=cpu,rss,lines,errors,restarts&from=-' + value + of, every);
    const incidents = ink.useAnswer('/api/incidents?limit=200&from=-' + value + of, 0, ink.state.snapshots);
    const read = useMemo(() => {
      const series = figures.value && figures.value.series[0];
      if (!series) {
        return null;
      }
      const to = ink.now();
      const metrics = METRICS.map((m) => Object.assign({}, m, { points: parsed(series.metrics[m.id], m.times || 1) }));
      const restarts = parsed(series.metrics.restarts, 1).filter((p) => p.max > 0).map((p) => ({ at: p.at, count: Math.round(p.max) }));
      return { step: series.step * 1000, from: to - ms, to, metrics, restarts };
    }, [figures.value]);
    const bands = useMemo(() => ink.withTold((incidents.value && incidents.value.incidents) || [], id).map((i) => ({
      id: i.id, from: Date.parse(i.from), to: i.to ? Date.parse(i.to) : ink.now(), say: ink.incidentKind(i.kind), open: i.open, cause: i.cause,
    })), [incidents.value, ink.state.incidents]);
    return { answer: figures, read, bands };
  }

  // Rows with the means of the points in each span; – for a span without points.
  function Rows({ read, bands }) {
    const width = (read.to - read.from) / ROWS;
    const rows = [];
    for (let n = ROWS - 1; n >= 0; n--) {
      const from = read.from + n * width;
      const inside = (p) => p.at >= from && p.at < from + width;
      const cells = read.metrics.map((m) => {
        const points = m.points.filter(inside);
        return points.length ? m.say(points.reduce((sum, p) => sum + p.avg, 0) / points.length) : '–';
      });
      const known = read.metrics.some((m) => m.points.some(inside));
      const restarts = read.restarts.filter(inside).reduce((sum, r) => sum + r.count, 0);
      rows.push(html`<tr key=${n}><th scope="row">${ink.when(new Date(from).toISOString())}</th>${cells.map((c) => html`<td>${c}</td>`)}
        <td>${known ? restarts : '–'}</td><td>${bands.filter((i) => i.from < from + width && i.to >= from).map((i) => i.say).join(', ')}</td></tr>`);
    }
    return html`<${ink.Table} label="Figures" head=${['From'].concat(read.metrics.map((m) => m.name), ['Restarts', 'Incidents'])}>${rows}<//>`;
  }

  function Resources({ id }) {
    const [table, setTable] = useState(false);
    const span = SPANS.find(([value]) => value === ink.state.at.span);
    const { answer, read, bands } = useFigures(id, span);
    const open = (t) => { location.hash = ink.logAt(id, new Date(t).toISOString()); };
    return html`<section class="pane resources">
      <div class="tools"><div class="levels" role="group" aria-label="Span">${SPANS.map(([value, say]) => html`<button class="seg" aria-pressed=${value === span[0]} onClick=${() => ink.go({ span: value }, true)}>${say}</button>`)}</div>
        <button class="seg" aria-pressed=${table} onClick=${() => setTable(!table)}>As a table</button>
        ${read && html`<span class="quiet">a point each ${ink.span(read.step)}; line: mean, band: least to most</span>`}</div>
      ${!read ? html`<${ink.Waiting} answer=${answer} what="Figures" />`
        : html`${table ? html`<${Rows} read=${read} bands=${bands} />`
          : html`<${ink.Plots} ...${read} incidents=${bands} onPick=${open} />`}
          <p class="legend quiet"><span>▼ dashed: ${ink.plural(read.restarts.reduce((sum, r) => sum + r.count, 0), 'restart')}</span>
            <span>▨ striped: ${ink.plural(bands.length, 'incident')}${bands.length > 0 && html`, <a ...${ink.to({ p: id, t: 'incidents' })}>look</a>`}</span>
            <span>no line: nothing was measured</span></p>`}
    </section>`;
  }

  ink.addView({ scope: 'project', id: 'resources', title: 'Resources', component: ({ id }) => (id ? html`<${Resources} key=${id} id=${id} />`
    : html`<${ink.NoProject} />`) });
})(window.ink);
