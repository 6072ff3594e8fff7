// Functions for all parts of the page: markup, durations and sizes, requests, settings of this browser.
(function () {
  'use strict';
  const ink = (window.ink = {});
  ink.html = window.htm.bind(window.preact.h);
  // Draws a component again only if one of its properties has changed. It is for rows of long tables.
  ink.memo = (draw) => class extends window.preact.Component {
    shouldComponentUpdate(next) {
      const now = this.props;
      return Object.keys(next).some((name) => next[name] !== now[name]);
    }
    render(props) {
      return draw(props);
    }
  };
  ink.hooks = window.preactHooks;

  // Sizes have the same form as on the command line and in the health checks: powers of 1024.
  const SIZES = ['KiB', 'MiB', 'GiB', 'TiB'];

  ink.bytes = function (n) {
    if (n === null || n === undefined) {
      return '–';
    }
    if (n < 1024) {
      return n + ' B';
    }
    let value = n;
    for (const unit of SIZES) {
      value /= 1024;
      if (value < 1023.5) {
        return value.toFixed(value < 9.95 ? 1 : 0) + ' ' + unit;
      }
    }
    return (value / 1024).toFixed(0) + ' PiB';
  };

  ink.span = function (ms) {
    const s = Math.max(0, Math.floor(ms / 1000));
    if (s < 60) {
      return s + 's';
    }
    if (s < 3600) {
      return Math.floor(s / 60) + 'm ' + (s % 60) + 's';
    }
    if (s < 86400) {
      return Math.floor(s / 3600) + 'h ' + Math.floor((s % 3600) / 60) + 'm';
    }
    return Math.floor(s / 86400) + 'd ' + Math.floor((s % 86400) / 3600) + 'h';
  };

  ink.percent = (n) => (n === null || n === undefined ? '–' : n.toFixed(n < 9.95 ? 1 : 0) + ' %');
  ink.count = (n) => Number(n).toLocaleString('en');
  ink.plural = (n, word) => ink.count(n) + ' ' + word + (n === 1 ? '' : 's');

  // The offset of the server's clock, because the browser may run on another machine, behind a tunnel.
  let offset = 0;
  ink.clock = function (serverTime) {
    if (serverTime) {
      offset = Date.parse(serverTime) - Date.now();
    }
  };
  ink.now = () => Date.now() + offset;
  ink.since = (iso) => (iso ? ink.span(ink.now() - Date.parse(iso)) : '–');
  // Returns the start of the server while it is RUNNING, otherwise the start of the state. The host counts in the same
  // way.
  ink.shownSince = (r) => (r.state === 'RUNNING' && r.startedAt) || r.stateSince;
  // Describes who ended a server, and how. If the host did not, the code 128+n means signal n or exit code 128+n.
  const BY = { probe: 'killed by its probe', 'memory-limit': 'stopped for its memory', 'kernel-oom': 'killed by the kernel for its memory',
    request: 'stopped by the host', host: 'stopped by the host' };
  ink.exit = function (x) {
    if (BY[x.by]) {
      const code = x.signalInferred || x.code === null ? '' : ', code ' + x.code;
      return BY[x.by] + (x.signalInferred ? ' (SIG' + x.signalInferred + ')' : '') + (x.by === 'request' ? ' on request' : '') + code;
    }
    if (x.signal) {
      return 'SIG' + x.signal + ' from the host';
    }
    return x.code === null ? 'code unknown' : 'code ' + x.code + (x.signalInferred ? ' (SIG' + x.signalInferred + ', or exit ' + x.code + ')' : '');
  };
  ink.until = (iso) => (iso ? ink.span(Date.parse(iso) - ink.now()) : '–');

  // The settings of this browser. If the browser refuses storage, they last as long as the page.
  const memory = {};
  ink.pref = function (name, value) {
    const key = 'innkeeper.' + name;
    try {
      if (value === undefined) {
        return localStorage.getItem(key);
      }
      localStorage.setItem(key, value);
    } catch (e) {
      if (value === undefined) {
        return memory[key] === undefined ? null : memory[key];
      }
      memory[key] = value;
    }
    return value;
  };

  // A problem that the host answered, or a request without any answer.
  ink.Refused = class extends Error {
    constructor(status, title, detail) {
      super(title + (detail ? ': ' + detail : ''));
      this.status = status;
      this.title = title;
      this.detail = detail;
    }
  };

  ink.request = async function (method, path) {
    let answer;
    try {
      answer = await fetch(path, { method, headers: { Accept: 'application/json' } });
    } catch (e) {
      throw new ink.Refused(0, 'No answer', 'The host could not be reached.');
    }
    let body = null;
    try {
      body = await answer.json();
    } catch (e) {
      body = null;
    }
    if (answer.ok || (answer.status === 503 && body && body.checks)) {
      return body;
    }
    throw new ink.Refused(
      answer.status,
      (body && body.title) || 'Status ' + answer.status,
      (body && body.detail) || ''
    );
  };

  ink.copy = async function (text, what) {
    try {
      await navigator.clipboard.writeText(text);
      ink.toast(what + ' copied.');
    } catch (e) {
      ink.toast('The browser did not let the page copy.', { tone: 'err' });
    }
  };
})();
