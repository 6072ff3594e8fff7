// Plots over time as SVG: one time axis, one cursor for all of them, and gaps for unknown values.
(function (ink) {
  'use strict';
  const { useEffect, useLayoutEffect, useRef, useState } = ink.hooks;
  const html = ink.html;
  const H = 96;
  const LEFT = 64;
  const RIGHT = 8;
  const MINUTE = 60000;
  const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10080].map((m) => m * MINUTE);

  // Returns a round number that is at least this: 1, 2 or 5 with zeros.
  function round(most) {
    if (!(most > 0)) {
      return 1;
    }
    const unit = Math.pow(10, Math.floor(Math.log10(most)));
    return [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= most * 0.999);
  }

  // Splits points into runs without a gap.
  ink.runs = function (points, stepMs) {
    const runs = [];
    for (const p of points) {
      const run = runs[runs.length - 1];
      if (run && p.at - run[run.length - 1].at <= stepMs * 1.5) {
        run.push(p);
      } else {
        runs.push([p]);
      }
    }
    return runs;
  };

  /** Returns the times of the axis marks, in the page's zone. */
  function ticks(from, to, width) {
    const step = STEPS.find((s) => (to - from) / s <= Math.max(2, width / 110)) || STEPS[STEPS.length - 1];
    const zone = to - Date.parse(ink.wall(to) + 'Z');
    const all = [];
    for (let t = Math.ceil((from - zone) / step) * step + zone; t <= to; t += step) {
      all.push([t, step >= 1440 * MINUTE ? ink.day(t).slice(5) : ink.clockTime(t).slice(0, 5)]);
    }
    return all;
  }

  function Curve({ metric, x, y, step }) {
    return ink.runs(metric.points, step).map((run) => {
      const band = run.map((p) => x(p.at) + ',' + y(p.max)).concat(run.slice().reverse().map((p) => x(p.at) + ',' + y(p.min)));
      return html`<g>${run.length > 1 && html`<polygon class="band" points=${band.join(' ')} />`}
        ${run.length > 1 ? html`<polyline class="mean" points=${run.map((p) => x(p.at) + ',' + y(p.avg)).join(' ')} />`
          : html`<circle class="lone" cx=${x(run[0].at)} cy=${y(run[0].avg)} r="2" />`}</g>`;
    });
  }

  function Plot({ metric, from, to, width, step, restarts, incidents, cursor, last }) {
    const most = Math.max(...metric.points.map((p) => p.max), metric.least);
    const top = metric.binary ? Math.pow(2, Math.ceil(Math.log2(most))) : round(most);
    // Only series of other bundles have values below zero.
    const lowest = Math.min(0, ...metric.points.map((p) => p.min));
    const bottom = lowest < 0 ? -round(-lowest) : 0;
    const right = width - RIGHT;
    const x = (t) => (LEFT + ((t - from) / (to - from)) * (right - LEFT)).toFixed(1);
    const y = (v) => (H - 6 - ((v - bottom) / (top - bottom)) * (H - 22)).toFixed(1);
    const inside = (t) => Math.min(Math.max(t, from), to);
    return html`<svg class="plot" width=${width} height=${H + (last ? 20 : 0)} viewBox=${'0 0 ' + width + ' ' + (H + (last ? 20 : 0))} aria-hidden="true">
      ${incidents.map((i) => html`<g key=${i.id} class="incidentband"><rect fill="url(#hatch)" x=${x(inside(i.from))} y="2" height=${H - 8}
          width=${Math.max(2, x(inside(i.to)) - x(inside(i.from)))} /><line x1=${x(inside(i.from))} x2=${x(inside(i.from))} y1="2" y2=${H - 6} /></g>`)}
      ${[bottom, (bottom + top) / 2, top].map((v) => html`<g key=${v}><line class="gridline" x1=${LEFT} x2=${right} y1=${y(v)} y2=${y(v)} />
        <text class="axis" x=${LEFT - 6} y=${Number(y(v)) + 4} text-anchor="end">${metric.say(v)}</text></g>`)}
      <${Curve} metric=${metric} x=${x} y=${y} step=${step} />
      ${restarts.map((r) => html`<g key=${r.at} class="restart"><line x1=${x(r.at)} x2=${x(r.at)} y1="8" y2=${H - 6} /><path d=${'M' + (x(r.at) - 4) + ' 2h8l-4 6z'} /></g>`)}
      ${cursor !== null && html`<line class="cursor" x1=${x(cursor)} x2=${x(cursor)} y1="2" y2=${H - 6} />`}
      ${last && ticks(from, to, width).map(([t, say]) => html`<g key=${t}><line class="tick" x1=${x(t)} x2=${x(t)} y1=${H - 6} y2=${H - 1} />
        <text class="axis" x=${x(t)} y=${H + 12} text-anchor="middle">${say}</text></g>`)}
    </svg>`;
  }

  // Returns the current width of an element.
  function useWidth() {
    const ref = useRef(null);
    const [width, setWidth] = useState(240);
    const fit = (px) => setWidth(Math.max(240, Math.floor(px)));
    // This runs before the first paint: an element that is too wide would move the whole page on a phone.
    useLayoutEffect(() => fit(ref.current.clientWidth), []);
    useEffect(() => {
      const look = new ResizeObserver((seen) => fit(seen[0].contentRect.width));
      look.observe(ref.current);
      return () => look.disconnect();
    }, []);
    return [ref, width];
  }

  const near = (points, t, step) => points.reduce((best, p) => {
    const off = Math.abs(p.at - t);
    return off <= step && (!best || off < Math.abs(best.at - t)) ? p : best;
  }, null);

  /**
   * Plots that share the time axis and the cursor. metrics: [{ id, name, say, least, points: [{ at, min, avg, max }]
   * }], restarts: points, incidents: [{ id, from, to }]. Times are milliseconds. onPick: called with the time of a
   * click.
   */
  ink.Plots = function ({ metrics, restarts, incidents, from, to, step, onPick }) {
    const [ref, width] = useWidth();
    const [cursor, setCursor] = useState(null);
    const timeAt = (e) => {
      const box = ref.current.getBoundingClientRect();
      const t = from + ((e.clientX - box.left - LEFT) / (width - LEFT - RIGHT)) * (to - from);
      return t >= from && t <= to ? t : null;
    };
    const keys = (e) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[e.key];
      const to0 = { Home: from, End: to }[e.key];
      if (by || to0) {
        e.preventDefault();
        const unit = Math.max(step, (to - from) / 120);
        setCursor(to0 || Math.min(to, Math.max(from, (cursor === null ? to : cursor) + by * unit)));
      } else if (e.key === 'Enter' && cursor !== null) {
        onPick(cursor);
      } else if (e.key === 'Escape' && cursor !== null) {
        e.stopPropagation();
        setCursor(null);
      }
    };
    const within = Math.max(step, (to - from) / (width - LEFT - RIGHT) * 2);
    const said = metrics.map((m) => [m, cursor === null ? null : near(m.points, cursor, within)]);
    const restarted = cursor === null ? [] : restarts.filter((r) => Math.abs(r.at - cursor) <= within);
    const during = cursor === null ? [] : incidents.filter((i) => i.from - within <= cursor && cursor <= i.to + within);
    return html`<div class="plots" ref=${ref} tabindex="0" role="group" aria-label="Plots. Arrow keys move the cursor, Enter opens the log there."
        onKeyDown=${keys} onPointerMove=${(e) => setCursor(timeAt(e))} onPointerLeave=${() => setCursor(null)} onClick=${(e) => { const t = timeAt(e); if (t) { onPick(t); } }}>
      <svg class="hatch" width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line x1="0" x2="0" y1="0" y2="6" /></pattern></defs></svg>
      <p class="cursorsays" role="status">${cursor === null ? html`<span class="quiet">Point at a moment, or use the arrow keys. A click or Enter opens the log there.</span>`
        : html`<strong>${ink.when(new Date(cursor).toISOString())}</strong>${restarted.length > 0 && html` <span>▼ ${ink.plural(restarted.reduce((n, r) => n + r.count, 0), 'restart')}</span>`}${
          during.map((i) => html` <span>▨ ${i.say}</span>`)}`}</p>
      ${said.map(([m, p], n) => html`<div class="plotrow" key=${m.id}><p class="plothead"><span>${m.name}</span>
          <span>${cursor === null ? '' : p ? m.say(p.avg) + (p.min === p.max ? '' : ' (' + m.say(p.min) + ' to ' + m.say(p.max) + ')') : '–'}</span></p>
        ${m.points.length ? html`<${Plot} metric=${m} from=${from} to=${to} width=${width} step=${step} restarts=${restarts} incidents=${incidents} cursor=${cursor} last=${n === said.length - 1} />`
          : html`<p class="quiet nothing">– nothing was measured</p>`}</div>`)}
    </div>`;
  };
})(window.ink);
