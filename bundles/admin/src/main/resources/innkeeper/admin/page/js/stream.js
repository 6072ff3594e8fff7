// The only event stream of this tab. If streams fail, the page polls; if nothing answers, it waits.
(function (ink) {
  'use strict';
  const TYPES = [
    'hello', 'snapshot', 'project', 'metrics', 'health', 'audit', 'backup', 'surface', 'incident',
  ];
  const HIDDEN_MS = 5000;
  // How long a host that has sent bye may still answer without a stream.
  const LEAVING_MS = 15000;
  const TAIL = (ink.TAIL = 1000);
  let source = null;
  let following = null;
  let last = '';
  let tries = 0;
  let timer = 0;
  let poller = 0;
  let bye = null;
  let resumable = null;

  const at = () => Date.now();
  const conn = (patch) => ink.set({ conn: Object.assign({}, ink.state.conn, patch) });

  function seen(e) {
    if (e && e.lastEventId) {
      last = e.lastEventId;
    }
    ink.state.conn.seen = at();
  }

  // Returns the ids of the displayed logs: one, several or none.
  const shown = () => ink.severalLogs() || [ink.logId()].filter(Boolean);

  // Returns an event's id without the place in the log, which is valid only for that log.
  const bare = (id) => id.split('-').slice(0, 3).join('-');

  function open() {
    close();
    clearTimeout(timer);
    const logs = shown();
    const log = logs.join();
    const query = new URLSearchParams();
    if (log) {
      query.set('log', log);
      query.set('lines', logs.length > 1 ? ink.merged.tail(logs.length) : TAIL);
    }
    if (last) {
      // If a stream broke before the log's tail came, the tail is requested again: an empty log would send nothing
      // else.
      query.set('last', log && log === resumable && ink.view.status().loaded ? last : bare(last));
    }
    if (log !== resumable) {
      ink.log.clear();
    }
    following = log;
    resumable = log;
    source = new EventSource('/api/events?' + query);
    const mine = source;
    source.onopen = () => {
      keepIcon();
      tries = 0;
      bye = null;
      stopPolling();
      conn({ status: 'live', since: at(), seen: at() });
    };
    source.onerror = () => {
      if (mine === source) {
        broken();
      }
    };
    const on = (type, take) => source.addEventListener(type, (e) => {
      seen(e);
      take(JSON.parse(e.data));
    });
    for (const type of TYPES) {
      on(type, (data) => {
        ink.log.event(type, data);
        ink.reduce[type](data);
        if (type === 'hello') {
          checkVersion(data);
        } else if (type === 'snapshot') {
          follow();
        }
      });
    }
    on('log', ink.log.lines);
    on('unfinished', ink.log.unfinished);
    on('gap', ink.log.gap);
    source.addEventListener('bye', (e) => {
      bye = JSON.parse(e.data);
    });
  }

  // The icon for "gone" must be loaded before it is needed.
  let icon = null;
  function keepIcon() {
    if (!icon) {
      icon = new Image();
      setTimeout(() => (icon.src = document.querySelector('link[rel=icon]').dataset.gone), 2000);
    }
  }

  function close() {
    if (source) {
      source.close();
      source = null;
    }
  }

  function broken() {
    close();
    if (bye && tries === 0) {
      conn({ status: bye.reason === 'stop' ? 'stopping' : 'restarting', reason: bye.reason, since: at() });
      again(200);
      return;
    }
    // The stream fails while the host answers: too many tabs are open, or a proxy interrupts it.
    fetch('/api/health', { method: 'HEAD' }).then(
      (answer) => {
        if (answer.status === 403) {
          lost();
          return;
        }
        if (bye && at() - ink.state.conn.since < LEAVING_MS) {
          again(500);
          return;
        }
        // A host that starts again answers before it serves streams.
        const soon = tries === 1 || ink.state.conn.status === 'gone';
        startPolling();
        again(soon ? 500 : 15000);
      },
      () => lost()
    );
  }

  function lost() {
    const wait = Math.min(15000, 1000 * 2 ** Math.max(0, tries - 1));
    const restarting = bye && bye.reason !== 'stop' && at() - ink.state.conn.since < 15000;
    if (restarting && ink.state.conn.status === 'restarting') {
      again(500);
      return;
    }
    const since = ink.state.conn.status === 'gone' ? ink.state.conn.since : ink.state.conn.seen;
    conn({ status: 'gone', since: since || at() });
    again(wait);
  }

  function again(ms) {
    tries++;
    clearTimeout(timer);
    conn({ retryAt: at() + ms });
    timer = setTimeout(open, ms);
  }
  ink.retryNow = () => again(0);

  // --- polling
  function startPolling() {
    conn({ status: 'polling', since: at() });
    if (!poller) {
      poll();
      poller = setInterval(poll, 3000);
    }
  }
  function stopPolling() {
    clearInterval(poller);
    poller = 0;
  }

  let answered = false;
  const maybe = (path) => ink.request('GET', path).then(
    (body) => {
      answered = true;
      return body;
    },
    (e) => {
      answered = answered || e.status > 0;
      return null;
    }
  );

  async function poll() {
    const logs = shown();
    answered = false;
    const [projects, health, surfaces, audit, list, status, tail] = await Promise.all([
      maybe('/api/projects'),
      maybe('/api/health'),
      maybe('/api/surfaces'),
      maybe('/api/audit?limit=100'),
      maybe('/api/backups'),
      maybe('/api/backups/status'),
      logs.length > 1 ? maybe('/api/logs?lines=' + TAIL + '&projects=' + logs)
        : logs.length ? maybe('/api/logs/' + logs + '?times=true&lines=' + TAIL) : null,
    ]);
    if (!poller) {
      return;
    }
    if (!answered) {
      stopPolling();
      lost();
      return;
    }
    const backups = list && status ? { list, status } : null;
    if (projects || health || tail) {
      ink.state.conn.seen = at();
    }
    ink.reduce.snapshot({
      projects: projects || ink.state.projects,
      health,
      surfaces,
      backups,
      audit: audit && audit.entries,
    });
    if (tail && String(logs) === String(shown())) {
      ink.log.polled(tail);
    }
    follow();
  }

  function follow() {
    if (source && following !== shown().join()) {
      open();
    }
  }
  let known = '';
  ink.listen(() => {
    if (known !== ink.state.at.p) {
      known = ink.state.at.p;
      follow();
    }
  });

  // --- the page of a new release: loaded while the tab is hidden
  function ownVersion() {
    const script = document.querySelector('script[src*="/assets/app."]');
    const style = document.querySelector('link[href*="/assets/app."]');
    return script.getAttribute('src') + style.getAttribute('href');
  }
  let outdated = false;
  function checkVersion(about) {
    if (about.ui && about.ui !== ownVersion() && !outdated) {
      outdated = true;
      ink.toast('This page is of another release.', {
        action: 'Reload',
        run: () => location.reload(),
      });
    }
  }

  // --- hidden tabs close their stream: a browser has six connections to one host
  let hiding = 0;
  let glance = 0;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    clearInterval(glance);
    if (document.hidden) {
      hiding = setTimeout(() => {
        close();
        stopPolling();
        clearTimeout(timer);
        if (outdated) {
          location.reload();
          return;
        }
        glance = setInterval(async () => {
          const [health, projects] = [await maybe('/api/health'), await maybe('/api/projects')];
          if (health) {
            ink.reduce.snapshot({ health, projects: projects || ink.state.projects });
          } else {
            conn({ status: 'gone', since: ink.state.conn.seen });
          }
        }, 20000);
      }, HIDDEN_MS);
    } else if (!source) {
      tries = 0;
      open();
    }
  });

  // The page contains the state at its creation, and the stream continues from there.
  ink.connect = function () {
    const { dataset } = document.getElementById('app');
    known = ink.state.at.p;
    last = dataset.last || '';
    open();
  };
})(window.ink);
