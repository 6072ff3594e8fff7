// A sparkline: the last samples as one line of an SVG.
(function (ink) {
  'use strict';
  const W = 60;
  const H = 16;

  ink.Spark = function ({ values, floor, label }) {
    if (!values || values.length < 2) {
      return null;
    }
    const top = Math.max(floor || 1, 1.3 * Math.max(...values));
    const step = W / (values.length - 1);
    const points = values
      .map((v, i) => (i * step).toFixed(1) + ',' + (H - 1 - (v / top) * (H - 2)).toFixed(1))
      .join(' ');
    return ink.html`<svg class="spark" viewBox="0 0 ${W} ${H}" width=${W} height=${H}
        role="img" aria-label=${label} preserveAspectRatio="none">
      <polyline points=${points} /></svg>`;
  };
})(window.ink);
