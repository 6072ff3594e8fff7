// A sparkline: samples as lines of an SVG. An unknown sample is a gap.
(function (ink) {
  'use strict';
  const W = 60;
  const H = 16;

  function lines(values, top) {
    const step = W / (values.length - 1);
    const found = [[]];
    values.forEach((v, i) => {
      if (v === null) {
        found.push([]);
      } else {
        found[found.length - 1].push((i * step).toFixed(1) + ',' + (H - 1 - (v / top) * (H - 2)).toFixed(1));
      }
    });
    return found.filter((points) => points.length > 1);
  }

  ink.Spark = function ({ values, floor, label }) {
    const known = values ? values.filter((v) => v !== null) : [];
    if (known.length < 2) {
      return null;
    }
    const top = Math.max(floor || 1, 1.3 * Math.max(...known));
    return ink.html`<svg class="spark" viewBox="0 0 ${W} ${H}" width=${W} height=${H}
        role="img" aria-label=${label} preserveAspectRatio="none">
      ${lines(values, top).map((points) => ink.html`<polyline points=${points.join(' ')} />`)}</svg>`;
  };
})(window.ink);
