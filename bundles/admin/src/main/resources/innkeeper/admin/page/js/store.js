// All the page knows, and how events change it. Parts of the page read it through ink.use().
(function (ink) {
  'use strict';
  const SAMPLES = 60;
  const AUDIT_MOST = 2000;
  const listeners = new Set();

  const state = (ink.state = {
    conn: { status: 'connecting', since: Date.now(), retryAt: 0, seen: 0 },
    about: null,
    projects: null,
    health: null,
    surfaces: null,
    backups: null,
    backupPhase: null,
    rotation: null,
    audit: [],
    auditOlder: true,
    history: {},
    pending: {},
    toasts: [],
    dialog: null,
    at: { p: '', t: '' },
  });

  let queued = false;
  ink.set = function (patch) {
    Object.assign(state, patch);
    if (!queued) {
      queued = true;
      queueMicrotask(() => {
        queued = false;
        listeners.forEach((l) => l());
      });
    }
  };
  ink.listen = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  // --- what one looks at
  ink.selected = function () {
    const all = state.projects || [];
    const p = state.at.p;
    return all.find((r) => r.channelId === p || r.name === p) || null;
  };
  ink.logId = () => (state.at.p === 'main' ? 'main' : (ink.selected() || {}).channelId || null);

  // --- states as shape, tone and words
  ink.flapping = (r) => Boolean(r.health && r.health.flapping) && r.state !== 'STOPPED';
  ink.word = (r) => r.state + (ink.flapping(r) ? ' FLAPPING' : '');
  ink.look = function (r) {
    const ready = r.health && r.health.ready;
    switch (r.state) {
      case 'RUNNING':
        return ready ? ['●', ink.flapping(r) ? 'warn' : 'ok'] : ['◐', 'warn'];
      case 'STARTING':
      case 'STOPPING':
        return ['◌', 'warn'];
      case 'BACKOFF':
        return ['▲', 'warn'];
      case 'FATAL':
        return ['✕', 'err'];
      case 'EXITED':
        return ['■', r.lastExit && !r.lastExit.expected ? 'warn' : 'off'];
      case 'UNKNOWN':
        return ['?', 'warn'];
      default:
        return ['■', 'off'];
    }
  };

  // How much a project needs a look; 0 the most. As the server counts it.
  ink.calm = function (r) {
    if (r.state === 'FATAL' || r.state === 'BACKOFF') {
      return r.state === 'FATAL' ? 0 : 1;
    }
    if (r.state === 'RUNNING' && !(r.health && r.health.ready)) {
      return 2;
    }
    if (ink.flapping(r)) {
      return 3;
    }
    return r.state === 'EXITED' && r.lastExit && !r.lastExit.expected ? 4 : 5;
  };

  ink.verdict = function () {
    const c = state.conn.status;
    if (c === 'gone') {
      return { word: 'gone', say: 'No answer' };
    }
    const all = state.projects || [];
    const failed = all.filter((r) => r.state === 'FATAL').length;
    const h = state.health;
    if (h && h.status === 'fail') {
      return { word: 'fail', say: 'The host fails' };
    }
    if (failed) {
      return { word: 'warn', say: failed + ' failed' };
    }
    const waiting = all.filter((r) => r.state === 'BACKOFF').length;
    if (waiting) {
      return { word: 'warn', say: waiting + ' restarting' };
    }
    const flapping = all.filter(ink.flapping).length;
    const unready = all.filter((r) => ink.calm(r) === 2).length;
    if (unready || flapping) {
      return { word: 'warn', say: unready ? unready + ' not ready' : flapping + ' flapping' };
    }
    const ended = all.filter((r) => ink.calm(r) === 4).length;
    if (ended) {
      return { word: 'warn', say: ended + ' ended unasked' };
    }
    if (h && h.status === 'warn') {
      return { word: 'warn', say: 'Needs a look' };
    }
    return { word: 'pass', say: 'All is well' };
  };

  // --- events
  const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

  function sample(all) {
    for (const r of all) {
      const h = state.history[r.channelId] || (state.history[r.channelId] = { cpu: [], rss: [] });
      const res = r.resources || { cpuPercent: 0, rssBytes: 0 };
      h.cpu.push(res.cpuPercent);
      h.rss.push(res.rssBytes);
      if (h.cpu.length > SAMPLES) {
        h.cpu.shift();
        h.rss.shift();
      }
    }
  }

  function addAudit(entries) {
    const known = state.audit;
    const last = known.length ? known[known.length - 1].seq : 0;
    const fresh = entries.filter((e) => e.seq > last);
    return known.concat(fresh).slice(-AUDIT_MOST);
  }

  ink.reduce = {
    hello(d) {
      ink.clock(d.serverTime);
      ink.set({ about: d });
    },
    snapshot(d) {
      ink.clock(d.serverTime);
      const patch = {};
      for (const part of ['projects', 'health', 'surfaces', 'backups', 'rotation']) {
        if (part in d && (d[part] !== null || part === 'projects')) {
          patch[part] = d[part];
        }
      }
      if (patch.projects) {
        patch.projects.sort(byName);
        sample(patch.projects);
      }
      if (d.audit) {
        patch.audit = addAudit(d.audit);
      }
      ink.set(patch);
    },
    project(d) {
      const all = (state.projects || []).filter((r) => r.channelId !== d.channelId);
      if (!d.removed) {
        all.push(d);
        all.sort(byName);
      }
      ink.set({ projects: all });
    },
    metrics(d) {
      ink.clock(d.serverTime);
      if (!d.projects || !state.projects) {
        ink.set({});
        return;
      }
      const news = new Map(d.projects.map((m) => [m.channelId, m]));
      const all = state.projects.map((r) => Object.assign({}, r, news.get(r.channelId)));
      sample(all);
      ink.set({ projects: all });
    },
    health(d) {
      ink.set({ health: d });
    },
    audit(d) {
      ink.set({ audit: addAudit([d]) });
    },
    backup(d) {
      const over = ['published', 'pruned', 'failed'].includes(d.phase);
      const patch = { backupPhase: over ? null : d };
      if (d.backups) {
        patch.backups = d.backups;
      }
      ink.set(patch);
      if (d.phase === 'failed') {
        ink.toast('The backup failed: ' + d.detail, { tone: 'err' });
      } else if (d.phase === 'published') {
        ink.toast('Backup made and verified.');
      }
    },
    surface(d) {
      ink.set({ surfaces: d.surfaces });
    },
  };

  // --- toasts
  let toastId = 0;
  ink.toast = function (text, options) {
    const toast = Object.assign({ id: ++toastId, text, tone: 'ok' }, options);
    ink.set({ toasts: state.toasts.concat(toast).slice(-4) });
    setTimeout(() => ink.untoast(toast.id), toast.tone === 'err' ? 15000 : 8000);
  };
  ink.untoast = (id) => ink.set({ toasts: state.toasts.filter((t) => t.id !== id) });
})(window.ink);
