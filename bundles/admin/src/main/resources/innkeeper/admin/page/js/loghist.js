// The histogram above the log: how much was printed when, with errors and restarts. A click leads to that time.
(function (ink) {
  'use strict';
  const { useEffect, useRef, useState } = ink.hooks;
  const html = ink.html;
  const SPANS = { '15m': 900, '1h': 3600, '24h': 86400, '7d': 604800, all: 2592000 };
  const BARS = 120;
  const HEIGHT = 40;
  const FRESH_MS = 15000;
  const METRICS = 'lines,errors,restarts';

  // Returns the sums of each bar. A point is a rate for its step, or the number of restarts in it.
  function bars(answer, from, to) {
    const step = Math.max(1, ...answer.series.map((s) => s.step)) * 1000;
    const count = Math.max(1, Math.min(BARS, Math.round((to - from) / step)));
    const width = (to - from) / count;
    const list = Array.from({ length: count }, (_, i) => ({ at: from + i * width, lines: null, errors: 0, restarts: 0 }));
    for (const s of answer.series) {
      for (const metric of METRICS.split(',')) {
        for (const [at, , avg, max] of s.metrics[metric] || []) {
          const bar = list[Math.floor((Date.parse(at) - from) / width)];
          if (bar) {
            bar[metric] += metric === 'restarts' ? max : avg * s.step;
          }
        }
      }
    }
    list.forEach((b) => ['lines', 'errors', 'restarts'].forEach((m) => b[m] !== null && (b[m] = Math.round(b[m]))));
    return { list, width };
  }

  const say = (b) => ink.when(b.at) + ': ' + (b.lines === null ? 'not known' : ink.plural(b.lines, 'line') + ', ' + ink.plural(b.errors, 'error record') +
    (b.restarts ? ', ' + ink.plural(b.restarts, 'restart') : ''));

  function Chart({ data, from, to, go, narrow }) {
    const [cursor, setCursor] = useState(-1);
    const [drag, setDrag] = useState(null);
    const box = useRef(null);
    const { list } = data;
    const top = Math.max(1, ...list.map((b) => b.lines || 0));
    const index = (e) => {
      const r = box.current.getBoundingClientRect();
      return Math.max(0, Math.min(list.length - 1, Math.floor(((e.clientX - r.left) / r.width) * list.length)));
    };
    const down = (e) => { e.preventDefault(); box.current.setPointerCapture(e.pointerId); setDrag(index(e)); };
    const up = (e) => {
      const end = index(e);
      const [a, b] = [Math.min(drag, end), Math.max(drag, end)];
      setDrag(null);
      if (drag !== null) {
        (b - a > 1 ? narrow(list[a].at, list[b].at + data.width) : 0) || go(list[a].at);
      }
    };
    const key = (e) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -list.length, End: list.length }[e.key];
      if (by) {
        e.preventDefault();
        e.stopPropagation();
        setCursor(Math.max(0, Math.min(list.length - 1, (cursor < 0 ? list.length - 1 : cursor) + by)));
      } else if (e.key === 'Enter' && cursor >= 0) {
        go(list[cursor].at);
      }
    };
    const height = (n) => (n > 0 ? Math.max(1, (n / top) * (HEIGHT - 6)) : 0);
    const at = Math.min(cursor, list.length - 1);
    const [a, b] = drag === null ? [0, -1] : [Math.min(drag, Math.max(at, 0)), Math.max(drag, at)];
    return html`<div class="histbox" ref=${box} tabindex="0" role="slider" aria-label="Lines over time; Enter goes there"
        aria-valuemin="0" aria-valuemax=${list.length - 1} aria-valuenow=${Math.max(0, at)}
        aria-valuetext=${say(list[at < 0 ? list.length - 1 : at])} title=${at < 0 ? '' : say(list[at])}
        onPointerDown=${down} onPointerUp=${up} onPointerMove=${(e) => setCursor(index(e))} onPointerLeave=${() => drag === null && setCursor(-1)} onKeyDown=${key}>
      <svg viewBox=${'0 0 ' + list.length * 10 + ' ' + HEIGHT} height=${HEIGHT} preserveAspectRatio="none" aria-hidden="true">
        ${drag !== null && html`<rect class="histchosen" x=${a * 10} y="0" width=${(b - a + 1) * 10} height=${HEIGHT} />`}
        ${at >= 0 && html`<rect class="histcursor" x=${at * 10} y="0" width="10" height=${HEIGHT} />`}
        ${list.map((x, i) => (x.lines ? html`<rect class="histbar" x=${i * 10 + 1} y=${HEIGHT - height(x.lines)} width="8" height=${height(x.lines)} />` : null))}
        ${list.map((x, i) => (x.errors ? html`<rect class="histerrors" x=${i * 10 + 1} y=${HEIGHT - Math.min(height(x.lines), Math.max(3, height(x.errors)))} width="8" height=${Math.min(height(x.lines), Math.max(3, height(x.errors)))} />` : null))}
        ${list.map((x, i) => (x.restarts ? html`<path class="exit" d=${'M' + (i * 10) + ' 0h10l-5 6z'} />` : null))}
      </svg></div>`;
  }

  ink.Histogram = function ({ projects, id }) {
    const [span, setSpan] = useState(ink.pref('hist') || '1h');
    const [chosen, setChosen] = useState(null);
    const [data, setData] = useState(null);
    useEffect(() => {
      let over = false;
      const load = async () => {
        const to = chosen ? chosen[1] : ink.now();
        const from = chosen ? chosen[0] : to - SPANS[span] * 1000;
        const query = new URLSearchParams({ projects, metrics: METRICS, from: new Date(from).toISOString(), to: new Date(to).toISOString() });
        const answer = await ink.request('GET', '/api/history?' + query).catch(() => null);
        if (!over && answer) {
          setData(Object.assign(bars(answer, from, to), { from, to }));
        }
      };
      if (span !== 'off') {
        load();
      }
      const timer = span === 'off' || chosen ? 0 : setInterval(() => document.hidden || load(), FRESH_MS);
      return () => { over = true; clearInterval(timer); };
    }, [projects, span, chosen]);

    const go = (ms) => ink.go({ at: new Date(Math.floor(ms)).toISOString() });
    const narrow = (from, to) => { setChosen([from, to]); go(from); return true; };
    const choose = (v) => { ink.pref('hist', v); setChosen(null); setData(null); setSpan(v); };
    return html`<section class=${'hist' + (span === 'off' ? ' off' : '')} aria-label="Lines over time">
      ${span !== 'off' && (data ? html`<${Chart} data=${data} from=${data.from} to=${data.to} go=${go} narrow=${narrow} />
        <table class="vh"><caption>Lines over time</caption><thead><tr><th scope="col">From</th><th scope="col">Lines</th><th scope="col">Error records</th><th scope="col">Restarts</th></tr></thead>
          <tbody>${data.list.filter((b) => b.lines !== null && (b.lines || b.restarts)).map((b) => html`<tr><th scope="row">${ink.when(b.at)}</th><td>${b.lines}</td><td>${b.errors}</td><td>${b.restarts}</td></tr>`)}</tbody></table>`
        : html`<div class="histbox"></div>`)}
      <span class="histspan">${chosen && html`<button class="seg" onClick=${() => setChosen(null)} title="Back to the whole span">${ink.when(chosen[0])} – ${ink.when(chosen[1])} ×</button>`}
        <select class="seg" aria-label="Span of the histogram" onChange=${(e) => choose(e.target.value)}>
        <${ink.Options} list=${[...Object.keys(SPANS).map((v) => [v]), ['off', 'no plot']]} chosen=${span} /></select></span>
    </section>`;
  };
})(window.ink);
