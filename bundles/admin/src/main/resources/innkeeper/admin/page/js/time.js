// Times as the page shows them: one zone for everything on it.
(function (ink) {
  'use strict';
  const QUARTER_MS = 900000;
  const DAY_MS = 86400000;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

  // As told by the host; nothing until then.
  const hostZone = () => ink.state.about && ink.state.about.zone;

  // local: that of this browser; UTC; host: that of the machine.
  ink.zoneChoice = () => ink.pref('zone') || 'local';
  ink.zoneName = function (choice) {
    return { UTC: 'UTC', host: hostZone() || 'UTC' }[choice || ink.zoneChoice()] || own;
  };
  ink.setZone = function (choice) {
    ink.pref('zone', choice);
    ink.set({});
    ink.view && ink.view.retime();
  };

  const formats = new Map();
  const offsets = new Map();

  // How far the zone's clock is ahead at that time. It changes on quarters of an hour only.
  function offset(zone, ms) {
    const quarter = Math.floor(ms / QUARTER_MS);
    const key = zone + quarter;
    if (!offsets.has(key)) {
      if (offsets.size > 5000) {
        offsets.clear();
      }
      if (!formats.has(zone)) {
        formats.set(zone, new Intl.DateTimeFormat('en', {
          timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric',
          minute: 'numeric',
        }));
      }
      const at = quarter * QUARTER_MS;
      const p = {};
      formats.get(zone).formatToParts(at).forEach((part) => (p[part.type] = Number(part.value)));
      offsets.set(key, Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute) - at);
    }
    return offsets.get(key);
  }

  // As ISO 8601 without a zone, as the zone's clock shows it: 2026-11-22T03:12:04.120.
  ink.wall = (ms) => new Date(ms + (ink.zoneName() === 'UTC' ? 0 : offset(ink.zoneName(), ms))).toISOString().slice(0, 23);
  ink.clockTime = (time) => ink.wall(new Date(time).getTime()).slice(11, 19);
  ink.day = (time) => ink.wall(new Date(time).getTime()).slice(0, 10);

  // The time with the day, where it is another than today.
  ink.when = function (time) {
    const wall = ink.wall(new Date(time).getTime());
    const day = wall.slice(0, 10);
    return (day === ink.day(ink.now()) ? '' : day === ink.day(ink.now() - DAY_MS) ? 'yesterday ' : day + ' ') + wall.slice(11, 19);
  };

  // What the gutter of a log shows: abs, rel or off.
  ink.gutter = () => ink.pref('times') || 'abs';
  ink.gutterTime = function (ms) {
    if (ms === null) {
      return '';
    }
    if (ink.gutter() === 'rel') {
      const past = ink.now() - ms;
      return past < 1000 ? 'now' : '−' + ink.span(past);
    }
    const wall = ink.wall(ms);
    return (wall.slice(0, 10) === ink.day(ink.now()) ? '' : wall.slice(5, 10) + ' ') + wall.slice(11, ink.narrow() ? 19 : 23);
  };

  window.matchMedia('(max-width: 720px)').addEventListener('change', () => ink.view.retime());

  const ZONES = [['local', 'this browser’s'], ['UTC', ''], ['host', 'the host’s']];
  ink.ZoneSelect = function () {
    const choice = ink.zoneChoice();
    return ink.html`<select class="seg" aria-label="Time zone" title="The zone of all times on this page"
        onChange=${(e) => ink.setZone(e.target.value)}>
      <${ink.Options} list=${ZONES.filter(([z]) => z !== 'host' || hostZone()).map(([z, say]) => [z, ink.zoneName(z) + (say && ' (' + say + ')')])}
        chosen=${choice} /></select>`;
  };
})(window.ink);
