// Several logs as one, by time: #p=api+worker. The host is asked each second, for a stream follows one log.
(function (ink) {
  'use strict';
  const LINES = 1000;
  const EVERY_MS = 1000;
  const OVERLAP_MS = 2000;
  let ids = null;
  let timer = 0;
  let asked = 0;

  // Their ids, if several are looked at.
  ink.severalLogs = function () {
    const names = (ink.state.at.p || '').split(/[ +]/).filter(Boolean);
    if (names.length < 2 || !ink.state.projects) {
      return null;
    }
    const found = names.map((n) => ink.state.projects.find((r) => r.channelId === n || r.name === n)).filter(Boolean);
    return found.length > 1 ? found.map((r) => r.channelId) : null;
  };

  // Above several logs: whose they are, and how to have one more or less.
  ink.SeveralHead = function () {
    const all = ink.severalLogs();
    const without = (ch) => ({ p: all.filter((x) => x !== ch).join(' '), t: 'log' });
    return ink.html`<div class="head"><div class="title"><h2>${all.map(ink.projectName).join(' + ')}</h2>
      <span class="quiet">their logs as one, by time</span></div>
      <div class="acts">${all.map((ch, i) => ink.html`<a key=${ch} class=${'seg p' + (i % 6)} ...${ink.to(without(ch))}
        aria-label=${'Without ' + ink.projectName(ch)}>${ink.projectName(ch)} ×</a>`)}</div></div>`;
  };
  ink.AnotherLog = function () {
    const here = ink.severalLogs() || [(ink.selected() || {}).channelId];
    const others = (ink.state.projects || []).filter((r) => !here.includes(r.channelId));
    return others.length > 0 && ink.html`<select class="seg" aria-label="Show another log beside this one" onChange=${(e) => {
      if (e.target.value) {
        ink.go({ p: here.concat(e.target.value).join(' '), t: 'log' });
        e.target.value = '';
      }
    }}><option value="">no other log</option>${others.map((r) => ink.html`<option value=${r.channelId}>${r.name}</option>`)}</select>`;
  };

  const get = (query) => ink.request('GET', '/api/logs?' + new URLSearchParams(Object.assign({ projects: ids.join(','), lines: LINES }, query)));
  const name = (one) => one.ch + ' ' + one.pos;

  async function poll() {
    const mine = ++asked;
    const last = ink.view.live().last;
    try {
      const d = await get(last && last.at !== null ? { from: new Date(last.at - OVERLAP_MS).toISOString() } : {});
      if (mine !== asked || !ids) {
        return;
      }
      const known = new Set();
      const kept = ink.view.live().recs;
      for (let i = kept.length - 1; i >= 0 && i > kept.length - 3 * LINES; i--) {
        if (kept[i].kind === 'record') {
          known.add(name(kept[i]));
          (kept[i].rest || []).forEach((one) => known.add(name(one)));
        }
      }
      const fresh = ink.wireEntries(d.entries).filter((one) => !known.has(name(one)));
      ink.view.loaded();
      if (last && d.truncated && fresh.length === d.entries.length) {
        ink.view.add([ink.mark('more came than is shown: some lines are left out here', 'warn')]);
      }
      if (!last) {
        ink.view.live().begins = !d.truncated;
      }
      if (fresh.length || !last) {
        ink.view.add(fresh);
      }
    } catch (e) {
      if (e.status > 0 && e.status < 500) {
        ink.toast(e.message, { tone: 'err' });
        ids = null;
      }
    }
    clearTimeout(timer);
    if (ids) {
      timer = setTimeout(poll, document.hidden ? 10 * EVERY_MS : EVERY_MS);
    }
  }

  ink.merged = {
    async older(shown, first) {
      const d = await get({ to: new Date(first.at + 1).toISOString() });
      const known = new Set(shown.recs.slice(0, 3 * LINES).filter((r) => r.kind === 'record').map(name));
      const before = ink.wireEntries(d.entries).filter((one) => !known.has(name(one)));
      shown.begins = !d.truncated || before.length === 0;
      shown.prepend(before, 0);
      ink.view.changed('older');
    },
    async goTo(time) {
      // The place of the time in the first log gives its instant, whatever zone it was meant in.
      const at = await ink.request('GET', '/api/logs/' + ids[0] + '/at?' + new URLSearchParams({ time, zone: ink.zoneName() }));
      const ms = /^\d{4}-.*T/.test(time) ? Date.parse(time) : Date.parse(at.at);
      if (isNaN(ms)) {
        ink.toast('Nothing was logged at that time or later.', { tone: 'warn' });
        return;
      }
      const [before, from] = await Promise.all([
        get({ to: new Date(ms).toISOString() }), get({ from: new Date(ms).toISOString(), to: new Date(ms + 60000).toISOString() }),
      ]);
      const buffer = new ink.LogBuffer(Infinity);
      buffer.append(ink.wireEntries(before.entries).concat(ink.wireEntries(from.entries)));
      buffer.begins = !before.truncated;
      ink.landed(new Date(ms).toISOString());
      ink.view.past(buffer, buffer.recs.find((r) => r.at >= ms) || buffer.recs[buffer.recs.length - 1] || null);
    },
  };

  ink.listen(() => {
    const now = ink.severalLogs();
    if (String(now) !== String(ids)) {
      clearTimeout(timer);
      asked++;
      ids = now;
      if (ids) {
        ink.log.clear();
        poll();
      }
    }
  });
})(window.ink);
