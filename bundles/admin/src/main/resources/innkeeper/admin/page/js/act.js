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

  ink.act = async function (record, action) {
    const id = record.channelId;
    pend(id, action);
    try {
      const answer = await ink.request('POST', '/api/projects/' + id + '/' + action + '?wait=15');
      const wanted = action === 'stop' ? 'STOPPED' : 'RUNNING';
      const reached = answer.state === wanted || (action === 'stop' && answer.state === 'EXITED');
      const undo = UNDO[action];
      ink.toast(
        reached
          ? record.name + ' is ' + DONE[action] + '.'
          : record.name + ' is ' + answer.state + '.',
        {
          tone: reached ? 'ok' : answer.state === 'FATAL' ? 'err' : 'warn',
          action: undo && answer.changed ? 'Undo' : null,
          run: () => ink.act(record, undo),
        }
      );
    } catch (e) {
      ink.toast(record.name + ': ' + e.message, { tone: 'err' });
    } finally {
      pend(id, null);
    }
  };

  ink.backup = async function () {
    try {
      await ink.request('POST', '/api/backups');
    } catch (e) {
      ink.toast(e.message, { tone: 'err' });
    }
  };

  ink.rotate = async function (id) {
    try {
      const answer = await ink.request('POST', '/api/logs/' + id + '/rotate');
      ink.toast(answer.changed ? 'Rotated: ' + answer.archive : 'Nothing to rotate.');
    } catch (e) {
      ink.toast(e.message, { tone: 'err' });
    }
  };

  ink.curl = (method, path) =>
    'curl ' + (method === 'GET' ? '' : '-X ' + method + ' ') + "'" + location.origin + path + "'";

  ink.stopAll = async function () {
    const all = (ink.state.projects || []).filter((r) => r.actions.includes('stop'));
    await Promise.all(all.map((r) => ink.act(r, 'stop')));
  };

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
