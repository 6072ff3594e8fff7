// The actions of the operator, and reports of their outcome.
(function (ink) {
  'use strict';
  const DONE = { start: 'started', stop: 'stopped', restart: 'restarted' };
  const UNDO = { stop: 'start' };

  // Notes what is being done to a project, or to a project with one of its actions; null for nothing.
  ink.pend = function (key, action) {
    const pending = Object.assign({}, ink.state.pending, { [key]: action });
    if (!action) {
      delete pending[key];
    }
    ink.set({ pending });
  };
  const pend = ink.pend;

  // Runs an action. Returns whether the project has reached its target state, and a text for that.
  async function ask(record, action) {
    const answer = await ink.request('POST', '/api/projects/' + record.channelId + '/' + action + '?wait=15');
    const reached = action === 'stop' ? ['STOPPED', 'EXITED'].includes(answer.state) : answer.state === 'RUNNING';
    return { reached, text: reached ? DONE[action] : answer.state, tone: reached ? 'ok' : answer.state === 'FATAL' ? 'err' : 'warn', changed: answer.changed };
  }

  // A started server is followed until it is ready, and for this time after that.
  const BEYOND_MS = 15000;
  // After these delays the page has received the events that belong to an answer.
  const HEARD_MS = 500;
  const TOLD_MS = 1500;
  const followed = new Map();

  // Returns the last error in the log; if none is known, how the server ended.
  function cause(r) {
    const incident = ink.figures.incidentOf(r.channelId);
    const end = incident && incident.ends[incident.ends.length - 1];
    const error = end && Date.parse(end.at) >= Date.parse(r.lastExit.at) - 2000 ? end.error : '';
    return error ? error + ' (' + ink.exit(r.lastExit) + ')' : ink.within(r.reason).replace(/^restarted: /, '') || ink.exit(r.lastExit);
  }

  const run = (id) => {
    const r = ink.project(id) || {};
    return { exitAt: (r.lastExit && r.lastExit.at) || null, startedAt: r.startedAt || null };
  };

  /**
   * Follows a server after its start. before: the record that run() returned for the request. ready: called once the
   * server is ready. ended: called with a sentence if the server ends unasked before that or within 15 s after it. A
   * stop or another action ends the follow.
   */
  function follow(id, before, ready, ended) {
    let exitAt = before.exitAt;
    let begun = null;
    let isReady = false;
    let timer = 0;
    const stop = () => {
      clearTimeout(timer);
      unlisten();
      if (followed.get(id) === stop) {
        followed.delete(id);
      }
    };
    const look = () => {
      const r = ink.project(id);
      const exit = r && r.lastExit;
      if (exit && exit.at !== exitAt) {
        exitAt = exit.at;
        if (!exit.expected) {
          stop();
          const lived = begun ? Date.parse(exit.at) - Date.parse(begun) : -1;
          // The incident with the last error of the log arrives a moment later.
          setTimeout(() => ended(r.name + (before.exitAt ? ' ended again' : ' ended') + (lived < 0 ? '' : ' after ' + (lived < 10000 ? (lived / 1000).toFixed(1) + ' s' : ink.span(lived))) + ': ' + cause(r)), TOLD_MS);
          return;
        }
      }
      // The event about the new server arrives a moment after the answer.
      if (r && r.startedAt === before.startedAt) {
        return;
      }
      if (!r || r.desired === 'STOPPED' || r.state === 'EXITED') {
        stop();
        return;
      }
      begun = r.startedAt || begun;
      if (!isReady && r.state === 'RUNNING' && r.health && r.health.ready) {
        isReady = true;
        timer = setTimeout(stop, BEYOND_MS);
        ready(r);
      }
    };
    unfollow(id);
    const unlisten = ink.listen(look);
    followed.set(id, stop);
    look();
  }

  const unfollow = (id) => followed.has(id) && followed.get(id)();
  const openLog = (id) => ({ action: 'Open log', run: () => ink.go({ p: id, t: 'log' }) });

  ink.act = async function (record, action) {
    const id = record.channelId;
    const before = run(id);
    unfollow(id);
    pend(id, action);
    try {
      const { reached, text, tone, changed } = await ask(record, action);
      const undo = UNDO[action];
      let said = 0;
      const died = (sentence) => {
        ink.untoast(said);
        ink.toast(sentence, Object.assign({ tone: 'err' }, openLog(id)));
      };
      if (action === 'stop' || !changed) {
        ink.toast(record.name + ' is ' + (reached && !changed ? 'already ' : '') + text + '.', { tone, action: undo && changed ? 'Undo' : null, run: () => ink.act(record, undo) });
        return;
      }
      if (tone !== 'err') {
        follow(id, before, () => {
          said = ink.toast(record.name + ' is ready.');
        }, died);
        setTimeout(() => said || ink.toast(record.name + (reached ? ' runs, but is not ready yet.' : ' is ' + text + '.'), { tone: 'warn' }), HEARD_MS);
      } else {
        const r = ink.project(id);
        ink.toast(record.name + ' is ' + text + (r && r.lastExit ? ': ' + cause(r) : '') + '.', Object.assign({ tone }, openLog(id)));
      }
    } catch (e) {
      ink.toast(record.name + ': ' + e.message, { tone: 'err' });
    } finally {
      pend(id, null);
    }
  };

  // The outcome of the last action on several projects, by project. Each row shows it for a while.
  ink.outcomes = {};
  const AT_ONCE = 4;
  const OUTCOME_MS = 60000;

  function note(id, outcome) {
    ink.outcomes[id] = outcome;
    ink.set({});
    setTimeout(() => {
      if (ink.outcomes[id] === outcome) {
        delete ink.outcomes[id];
        ink.set({});
      }
    }, OUTCOME_MS);
  }

  async function one(record, action) {
    const id = record.channelId;
    const before = run(id);
    unfollow(id);
    try {
      const { reached, text, tone, changed } = await ask(record, action);
      if (action !== 'stop' && changed && tone !== 'err') {
        follow(id, before, () => {}, (sentence) => {
          note(id, { text: 'ended', tone: 'err' });
          ink.toast(sentence, Object.assign({ tone: 'err' }, openLog(id)));
        });
      }
      return { text: reached ? text : 'is ' + text, tone };
    } catch (e) {
      return { text: 'refused: ' + (e.detail || e.message), tone: 'err' };
    }
  }

  // A browser opens at most six connections to a host, and the stream uses one of them.
  ink.actAll = async function (records, action) {
    const waiting = records.slice();
    const told = [];
    const work = async () => {
      for (let r = waiting.shift(); r; r = waiting.shift()) {
        pend(r.channelId, action);
        const outcome = await one(r, action);
        told.push(outcome);
        note(r.channelId, outcome);
        pend(r.channelId, null);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const good = told.filter((o) => o.tone === 'ok').length;
    ink.toast(good + ' of ' + told.length + ' ' + DONE[action] + '.', { tone: good === told.length ? 'ok' : 'warn' });
  };

  /**
   * Sends a POST request and reports its outcome. say: returns the text from the answer's body. done: called in any
   * case.
   */
  ink.post = async function (path, say, done) {
    try {
      const answer = await ink.request('POST', path);
      if (say) {
        ink.toast(say(answer));
      }
    } catch (e) {
      ink.toast(e.message, { tone: 'err' });
    }
    if (done) {
      done();
    }
  };

  ink.backup = () => ink.post('/api/backups');
  ink.rotate = (id) => ink.post('/api/logs/' + id + '/rotate', (answer) => (answer.changed ? 'Rotated: ' + answer.archive : 'Nothing to rotate.'));

  ink.curl = (method, path) =>
    'curl ' + (method === 'GET' ? '' : '-X ' + method + ' ') + "'" + location.origin + path + "'";

  ink.stopAll = () => ink.actAll((ink.state.projects || []).filter((r) => r.actions.includes('stop')), 'stop');

  ink.theme = function () {
    const root = document.documentElement;
    const next = { undefined: 'dark', dark: 'light', light: undefined }[root.dataset.theme];
    if (next) {
      root.dataset.theme = next;
    } else {
      delete root.dataset.theme;
    }
    ink.pref('theme', next || 'auto');
    ink.set({});
  };
  ink.themeName = () => document.documentElement.dataset.theme || 'auto';
})(window.ink);
