// Figures of many projects that the stream does not contain: curves of the last hour, restarts, error rates, open
// incidents.
(function (ink) {
  'use strict';
  const LINES_MS = 60000;
  const RECENT_MS = 15000;
  const LINE_POINTS = 60;
  const MOST_AT_ONCE = 60;
  const figures = (ink.figures = { lines: {}, recent: null, incidents: null });
  const asked = {};
  let recentAt = -RECENT_MS;
  let busy = false;
  // The number of the snapshot for which open incidents were requested. The stream reports later ones.
  let asOf = 0;
  let lasting = { from: [], of: new Map() };

  /** Returns the incidents of an answer, updated by later events. id: a project; undefined for all. */
  ink.withTold = (list, id) => Array.from(new Map(list.concat(Array.from(ink.state.incidents.values()).filter((i) => !id || i.channelId === id))
    .map((i) => [i.id, i])).values());

  /** Returns the newest open incident of a project; undefined if it has no open incident. */
  figures.incidentOf = function (id) {
    const from = [figures.incidents, ink.state.incidents];
    if (from.some((v, i) => v !== lasting.from[i])) {
      const open = ink.withTold(figures.incidents || []).filter((i) => i.open).sort((a, b) => (a.from < b.from ? -1 : 1));
      lasting = { from, of: new Map(open.map((i) => [i.channelId, i])) };
    }
    return lasting.of.get(id);
  };

  // Returns one value a minute; null for a minute without samples.
  function line(points, from) {
    const values = new Array(LINE_POINTS).fill(null);
    for (const [at, , avg] of points || []) {
      const i = Math.floor((Date.parse(at) - from) / 60000);
      if (i >= 0 && i < LINE_POINTS) {
        values[i] = avg;
      }
    }
    return values;
  }

  const due = (id) => !(performance.now() - asked[id] < LINES_MS);

  async function ask() {
    const ids = [...wanted].filter(due).slice(0, MOST_AT_ONCE);
    if (busy || !ids.length) {
      return;
    }
    busy = true;
    ids.forEach((id) => (asked[id] = performance.now()));
    const from = ink.now() - LINE_POINTS * 60000;
    try {
      const answer = await ink.request('GET', '/api/history?metrics=cpu,rss&step=60&from=-1h&projects=' + ids.join(','));
      for (const s of answer.series) {
        figures.lines[s.channelId] = { cpu: line(s.metrics.cpu, from), rss: line(s.metrics.rss, from) };
      }
      ink.set({});
    } catch (e) {
      // The history may be away; then no curve is shown.
    } finally {
      busy = false;
      later();
    }
  }

  // Rows report what they need when they become visible. One request a moment later serves them all.
  const wanted = new Set();
  let timer = 0;
  function later() {
    clearTimeout(timer);
    timer = setTimeout(ask, 150);
  }
  ink.wantLines = function (id, on) {
    if (on) {
      wanted.add(id);
      later();
    } else {
      wanted.delete(id);
    }
  };

  async function recent() {
    if (document.hidden || performance.now() - recentAt < RECENT_MS || ink.state.conn.status === 'gone') {
      return;
    }
    recentAt = performance.now();
    const snapshot = ink.state.snapshots;
    const [sums, open] = await Promise.all([
      ink.request('GET', '/api/history/recent').catch(() => null),
      figures.incidents && asOf === snapshot ? null : ink.request('GET', '/api/incidents?open=true').catch(() => null),
    ]);
    figures.recent = sums && Object.fromEntries(sums.projects.map((p) => [p.channelId, p]));
    if (open) {
      figures.incidents = open.incidents;
      asOf = snapshot;
    }
    ink.set({});
  }

  // Requests figures while the overview is displayed: every 15 seconds, and soon after a change of state.
  ink.watchFigures = function () {
    let states = '';
    const changed = () => {
      const now = (ink.state.projects || []).map((r) => r.channelId + ink.calm(r)).join();
      if (now !== states) {
        states = now;
        recentAt = -RECENT_MS;
        setTimeout(recent, 300);
      }
    };
    const stop = ink.listen(changed);
    changed();
    const ticking = setInterval(() => { recent(); ask(); }, 5000);
    return () => { stop(); clearInterval(ticking); };
  };
})(window.ink);
