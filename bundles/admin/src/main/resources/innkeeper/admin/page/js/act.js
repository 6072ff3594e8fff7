// What the operator can do, with its outcome told.
(function (ink) {
  'use strict';
  const DONE = { start: 'started', stop: 'stopped', restart: 'restarted' };
  const UNDO = { stop: 'start' };

  const pend = (id, action) => {
    const pending = Object.assign({}, ink.state.pending);
    if (action) {
      pending[id] = action;
    } else {
      delete pending[id];
    }
    ink.set({ pending });
  };

  // What came of it: whether the project is where it was to be, and how to say that.
  async function ask(record, action) {
    const answer = await ink.request('POST', '/api/projects/' + record.channelId + '/' + action + '?wait=15');
    const reached = action === 'stop' ? ['STOPPED', 'EXITED'].includes(answer.state) : answer.state === 'RUNNING';
    return { reached, text: reached ? DONE[action] : answer.state, tone: reached ? 'ok' : answer.state === 'FATAL' ? 'err' : 'warn', changed: answer.changed };
  }

  ink.act = async function (record, action) {
    const id = record.channelId;
    pend(id, action);
    try {
      const { text, tone, changed } = await ask(record, action);
      const undo = UNDO[action];
      ink.toast(record.name + ' is ' + text + '.', { tone, action: undo && changed ? 'Undo' : null, run: () => ink.act(record, undo) });
    } catch (e) {
      ink.toast(record.name + ': ' + e.message, { tone: 'err' });
    } finally {
      pend(id, null);
    }
  };

  // How the last action on many ended, by project; shown beside each for a while.
  ink.outcomes = {};
  const AT_ONCE = 4;
  const OUTCOME_MS = 60000;

  async function one(record, action) {
    try {
      const { reached, text, tone } = await ask(record, action);
      return { text: reached ? text : 'is ' + text, tone };
    } catch (e) {
      return { text: 'refused: ' + (e.detail || e.message), tone: 'err' };
    }
  }

  // A browser has six connections to a host, and the stream has one of them.
  ink.actAll = async function (records, action) {
    const waiting = records.slice();
    const told = [];
    const work = async () => {
      for (let r = waiting.shift(); r; r = waiting.shift()) {
        pend(r.channelId, action);
        const outcome = await one(r, action);
        told.push(outcome);
        ink.outcomes[r.channelId] = outcome;
        pend(r.channelId, null);
        setTimeout(() => {
          if (ink.outcomes[r.channelId] === outcome) {
            delete ink.outcomes[r.channelId];
            ink.set({});
          }
        }, OUTCOME_MS);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const good = told.filter((o) => o.tone === 'ok').length;
    ink.toast(good + ' of ' + told.length + ' ' + DONE[action] + '.', { tone: good === told.length ? 'ok' : 'warn' });
  };

  /** Posts, and tells what came of it. say: the answer's words, from its body; done: called in any case. */
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
