// The state of the page, and how events change it. Components read it through ink.use().
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
    hostStarted: null,
    surfaces: null,
    backups: null,
    backupPhase: null,
    rotation: null,
    audit: [],
    auditOlder: true,
    // Whether the audit record was read.
    auditKnown: false,
    // Incidents from events since the last snapshot, by number; and the number of snapshots.
    incidents: new Map(),
    snapshots: 0,
    history: {},
    pending: {},
    toasts: [],
    dialog: null,
    // Whether the supervisor is away; the records of projects are then the last known ones.
    away: false,
    opened: false,
    host: document.getElementById('app').dataset.host || location.hostname,
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

  // --- the selected project
  /** Returns the record of a project by id or name; null if it does not exist. */
  ink.project = (word) => (state.projects || []).find((r) => r.channelId === word || r.name === word) || null;
  ink.selected = () => ink.project(state.at.p);
  /** Returns the display name of a project or a log. */
  ink.nameOf = (id) => (id === 'main' ? 'the host' : (ink.project(id) || { name: id }).name);
  ink.logId = () => (state.at.p === 'main' ? 'main' : (ink.selected() || {}).channelId || null);

  const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

  /** Returns whether the project's log waits for disk space, which blocks its server. */
  ink.waitsForDisk = (r) => r.state === 'RUNNING' && /^waiting for disk/i.test(r.reason || '');

  // --- states as shape, tone and words
  ink.flapping = (r) => Boolean(r.health && r.health.flapping) && r.state !== 'STOPPED';
  ink.word = (r) => r.state + (ink.flapping(r) ? ' FLAPPING' : '');
  ink.look = function (r) {
    const ready = r.health && r.health.ready;
    switch (r.state) {
      case 'RUNNING':
        return ink.waitsForDisk(r) ? ['◐', 'warn'] : ready ? ['●', ink.flapping(r) ? 'warn' : 'ok'] : ['◐', 'warn'];
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

  // Returns the resources of a project; null before the first sample and while no server runs. An unknown value is
  // never 0.
  ink.used = (r) => (r.resources && r.resources.processes ? r.resources : null);

  // Returns how urgently a project needs attention; 0 is the most urgent. The host uses the same order.
  const CALM = 7;
  ink.calm = function (r) {
    switch (r.state) {
      case 'FATAL':
        return 0;
      case 'UNKNOWN':
        return 1;
      case 'BACKOFF':
        return 2;
      case 'RUNNING':
        return ink.waitsForDisk(r) ? 3 : !(r.health && (r.health.ready || r.health.status === 'unknown')) ? 4 : ink.flapping(r) ? 5 : CALM;
      case 'EXITED':
        return r.lastExit && !r.lastExit.expected ? 6 : CALM;
      default:
        return ink.flapping(r) ? 5 : CALM;
    }
  };
  // The reasons for attention, in two words.
  ink.TROUBLE = ['failed', 'unknown', 'restarting', 'waiting for disk', 'not ready', 'flapping', 'ended unasked'];
  ink.trouble = () => (state.projects || []).filter((r) => ink.calm(r) < CALM).sort((a, b) => ink.calm(a) - ink.calm(b) || byName(a, b));
  ink.faults = () => Object.entries((state.health && state.health.checks) || {}).filter(([, c]) => c.status !== 'pass');
  // Returns whether a check is about the host. Checks about projects repeat the rows of the projects.
  ink.ofHost = ([name]) => !name.startsWith('projects:') || name === 'projects:loaded';
  ink.hostFaults = () => ink.faults().filter(ink.ofHost);

  // Returns one word for the icon, one phrase for the header, and the number of problems.
  ink.verdict = function () {
    if (state.conn.status === 'gone') {
      return { word: 'gone', say: 'No answer', count: 0 };
    }
    const ill = ink.trouble();
    const host = ink.hostFaults();
    const count = ill.length + host.length;
    if (state.health && state.health.status === 'fail') {
      return { word: 'fail', say: 'The host fails', count };
    }
    if (ill.length) {
      const worst = ink.calm(ill[0]);
      const alike = ill.filter((r) => ink.calm(r) === worst).length;
      return { word: worst === 0 ? 'fail' : 'warn', say: alike + ' ' + ink.TROUBLE[worst], count, calm: worst };
    }
    if (!state.projects) {
      return { word: 'warn', say: 'Projects not known', count };
    }
    return host.length ? { word: 'warn', say: 'Host needs a look', count } : state.health ? { word: 'pass', say: 'All is well', count }
      : { word: 'warn', say: 'Health not known', count };
  };

  // --- events
  function sample(all) {
    for (const r of all) {
      const h = state.history[r.channelId] || { cpu: [], rss: [] };
      const used = ink.used(r);
      state.history[r.channelId] = {
        cpu: h.cpu.concat(used && used.cpuPercent).slice(-SAMPLES),
        rss: h.rss.concat(used && used.rssBytes).slice(-SAMPLES),
      };
    }
  }

  function addAudit(entries) {
    const known = state.audit;
    const last = known.length ? known[known.length - 1].seq : 0;
    // After a gap, the entries before it are read again on request.
    const gap = known.length > 0 && entries.length > 0 && entries[0].seq > last + 1;
    const all = gap ? entries : known.concat(entries.filter((e) => e.seq > last));
    return { auditKnown: true, audit: all.slice(-AUDIT_MOST), auditOlder: state.auditOlder || gap || all.length > AUDIT_MOST };
  }

  // Adds the start time of the host, because its uptime grows between reports.
  const healthNow = (health) => ({ health, hostStarted: ink.now() - health.uptimeMs });

  let lastBackup = '';
  ink.reduce = {
    hello(d) {
      ink.clock(d.serverTime);
      ink.set({ about: d, host: d.host || state.host });
    },
    snapshot(d) {
      ink.clock(d.serverTime);
      const patch = { incidents: new Map(), snapshots: state.snapshots + 1 };
      for (const part of ['projects', 'health', 'surfaces', 'backups', 'rotation']) {
        if (part in d && d[part] !== null) {
          patch[part] = d[part];
        }
      }
      if ('projects' in d) {
        patch.away = d.projects === null;
      }
      if (patch.health) {
        Object.assign(patch, healthNow(patch.health));
      }
      if (patch.projects) {
        patch.projects.sort(byName);
        sample(patch.projects);
      }
      if (d.audit) {
        Object.assign(patch, addAudit(d.audit));
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
      ink.set(healthNow(d));
    },
    audit(d) {
      ink.set(addAudit([d]));
    },
    incident(d) {
      ink.set({ incidents: new Map(state.incidents).set(d.id, d) });
    },
    backup(d) {
      const over = ['published', 'pruned', 'failed'].includes(d.phase);
      const patch = { backupPhase: over ? null : d };
      if (d.backups) {
        patch.backups = d.backups;
      }
      ink.set(patch);
      if (!['published', 'failed'].includes(d.phase)) {
        return;
      }
      // A stream that is opened again may repeat an event.
      const news = JSON.stringify([d.phase, d.detail, d.backups && d.backups.status && d.backups.status.lastSuccessAt]);
      if (news === lastBackup) {
        return;
      }
      lastBackup = news;
      if (d.phase === 'failed') {
        ink.toast('The backup failed: ' + d.detail, { tone: 'err' });
      } else {
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
    return toast.id;
  };
  ink.untoast = (id) => ink.set({ toasts: state.toasts.filter((t) => t.id !== id) });
})(window.ink);
