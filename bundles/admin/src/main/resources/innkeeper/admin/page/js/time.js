// Formats times in one zone for the whole page.
(function (ink) {
  'use strict';
  const QUARTER_MS = 900000;
  const DAY_MS = 86400000;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

  const hostZone = () => (ink.state.about && ink.state.about.zone) || document.getElementById('app').dataset.zone;

  // The zone: `host` is the machine's, as on the command line; `local` is this browser's; or UTC.
  ink.zoneChoice = () => ink.pref('zone') || 'host';
  ink.zoneName = function (choice) {
    return { UTC: 'UTC', host: hostZone() || own }[choice || ink.zoneChoice()] || own;
  };
  ink.setZone = function (choice) {
    ink.pref('zone', choice);
    ink.set({});
    ink.view && ink.view.retime();
  };

  const formats = new Map();
  const offsets = new Map();

  // Returns the zone's offset from UTC at that time. It changes only at quarters of an hour.
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

  // Returns the local time of the zone in ISO 8601 without an offset: 2026-11-22T03:12:04.120.
  ink.wall = (ms) => new Date(ms + (ink.zoneName() === 'UTC' ? 0 : offset(ink.zoneName(), ms))).toISOString().slice(0, 23);
  /** Returns the zone's offset from UTC at that time: +05:30, or Z for zero. */
  ink.zoneOffset = function (ms) {
    const minutes = ink.zoneName() === 'UTC' ? 0 : offset(ink.zoneName(), ms) / 60000;
    const two = (n) => String(n).padStart(2, '0');
    return minutes === 0 ? 'Z' : (minutes < 0 ? '-' : '+') + two(Math.floor(Math.abs(minutes) / 60)) + ':' + two(Math.abs(minutes) % 60);
  };
  /**
   * Returns the time in the form that the command line writes, and that both accept as input:
   * 2026-11-22T03:12:04.120+01:00.
   */
  ink.full = function (time) {
    const ms = new Date(time).getTime();
    return ink.wall(ms) + ink.zoneOffset(ms);
  };
  const UTC = /(^|[^\w.:+-])(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)(?!\w)/g;
  /** Returns a sentence of the host with its times in the page's zone. */
  ink.within = (text) => (text || '').replace(UTC, (all, before, time) => before + (isNaN(Date.parse(time)) ? time : ink.full(time)));
  ink.clockTime = (time) => ink.wall(new Date(time).getTime()).slice(11, 19);
  ink.day = (time) => ink.wall(new Date(time).getTime()).slice(0, 10);

  // Returns the time, with the day unless it is today.
  ink.when = function (time) {
    const wall = ink.wall(new Date(time).getTime());
    const day = wall.slice(0, 10);
    return (day === ink.day(ink.now()) ? '' : day === ink.day(ink.now() - DAY_MS) ? 'yesterday ' : day + ' ') + wall.slice(11, 19);
  };

  // Returns the form of times in the gutter of a log: abs, rel or off.
  ink.gutter = () => ink.pref('times') || 'abs';
  ink.gutterTime = function (ms, late) {
    if (ms === null) {
      return '';
    }
    if (ink.gutter() === 'rel') {
      const past = ink.now() - ms;
      return past < 1000 ? 'now' : '−' + ink.span(past);
    }
    // Times are shown in seconds: the host knows a line's time only to a quarter of a second.
    const wall = ink.wall(ms);
    return (wall.slice(0, 10) === ink.day(ink.now()) ? '' : wall.slice(0, 10) + ' ') + (late ? '≤' : '') + wall.slice(11, 19);
  };

  const ZONES = [['host', 'the host’s'], ['local', 'this browser’s'], ['UTC', '']];
  ink.ZoneSelect = function () {
    const choice = ink.zoneChoice();
    return ink.html`<select class="seg" aria-label="Time zone" title="The zone of all times on this page"
        onChange=${(e) => ink.setZone(e.target.value)}>
      <${ink.Options} list=${ZONES.filter(([z]) => z !== 'host' || hostZone()).map(([z, say]) => [z, ink.zoneName(z) + (say && ' (' + say + ')')])}
        chosen=${choice} /></select>`;
  };
})(window.ink);
