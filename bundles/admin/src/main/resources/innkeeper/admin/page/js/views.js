// The views of the page: how to add one, its address, and which of them is displayed. The fragment is the address:
// #p=c1&t=incidents is a view of a project, #t=health one of the host, # the overview.
(function (ink) {
  'use strict';
  const state = ink.state;
  const SCOPES = ['home', 'project', 'host'];
  const HOST_LOG = 'main';
  // Separators of several projects whose logs are merged; no project name contains them.
  const SEVERAL = /[ +]/;
  // Former names of views.
  const EARLIER = { timeline: 'audit' };
  const views = [];
  const params = [];

  /**
   * Adds a view. Its tab comes after those that were added before, within its scope. It replaces a view of
   * the same scope and id.
   * scope: 'home', 'project' or 'host'. id: its name in the fragment. title: its tab.
   * component: drawn with { id, record } in the scope 'project'; record is null for a removed project.
   * badge: () => a small text beside the title, or nothing. own: parameters that the fragment holds for this view only.
   * when: () => whether it has a tab now; always, if left out.
   */
  ink.addView = function (view) {
    if (!SCOPES.includes(view.scope)) {
      throw new Error('The scope of a view is one of ' + SCOPES + ', not ' + view.scope + '.');
    }
    const known = views.findIndex((v) => v.scope === view.scope && v.id === view.id);
    views.splice(known < 0 ? views.length : known, known < 0 ? 0 : 1, view);
  };
  /** Returns the views that have a tab now. also: a view that is listed in any case. */
  ink.views = (scope, also) => views.filter((v) => v.scope === scope && (v === also || !v.when || v.when()));

  /** Adds a parameter of the fragment, which then is in ink.state.at. Its usual value is not written. */
  ink.addParam = function (name, usual, allowed) {
    params.push({ name, usual, allowed });
    state.at[name] = usual;
  };

  const find = (scope, id) => views.find((v) => v.scope === scope && v.id === id);

  function viewOf(at) {
    const t = EARLIER[at.t] || at.t;
    if (at.p === HOST_LOG && (t === '' || t === 'log')) {
      return find('host', 'log');
    }
    const host = t === 'host' ? ink.views('host')[0] : t !== 'log' && find('host', t);
    return host || (at.p && at.p !== HOST_LOG ? find('project', SEVERAL.test(at.p) ? 'log' : t) || ink.views('project')[0] : ink.views('home')[0]);
  }
  /** Returns the displayed view. */
  ink.shown = () => viewOf(state.at);

  // Returns the state in the form that the fragment has.
  function settled(at) {
    const view = viewOf(at);
    const p = view.scope === 'project' ? at.p : view.scope === 'host' && view.id === 'log' ? HOST_LOG : '';
    return Object.assign({}, at, { p, t: view.scope === 'home' ? '' : view.id });
  }

  function read() {
    const f = new URLSearchParams(location.hash.slice(1));
    const at = { p: f.get('p') || '', t: f.get('t') || '' };
    for (const { name, usual, allowed } of params) {
      const value = f.get(name);
      at[name] = value !== null && (!allowed || allowed.includes(value)) ? value : usual;
    }
    return settled(at);
  }

  // A newly selected project keeps the view of the project before.
  function moved(patch) {
    const at = Object.assign({}, state.at, patch);
    if ('p' in patch && !('t' in patch) && !(patch.p && ink.shown().scope === 'project')) {
      at.t = '';
    }
    return settled(at);
  }

  function written(at) {
    const f = new URLSearchParams();
    const view = viewOf(at);
    if (at.p) {
      f.set('p', at.p);
    }
    if (at.t && at.t !== 'log') {
      f.set('t', at.t);
    }
    for (const { name, usual } of params) {
      const mine = (view.own || []).includes(name) || !views.some((v) => (v.own || []).includes(name));
      if (mine && at[name] !== usual) {
        f.set(name, at[name]);
      }
    }
    return '#' + f;
  }

  ink.fragment = (patch) => written(moved(patch));

  ink.go = function (patch, quietly) {
    const at = moved(patch);
    const target = written(at);
    ink.set({ at });
    if (quietly) {
      history.replaceState(null, '', target);
    } else if (target !== (location.hash || '#')) {
      history.pushState(null, '', target);
    }
  };

  /** Returns the place of a view of the displayed scope or of the host, for ink.go and ink.to. */
  ink.place = (view) => (view.scope === 'host' ? { p: view.id === 'log' ? HOST_LOG : '', t: view.id } : { t: view.id });

  /**
   * Returns the address of a log at a time (ISO 8601, or the text after it); without a project, that of the host's log.
   */
  ink.logAt = (id, at) => '#p=' + encodeURIComponent(id || HOST_LOG) + '&at=' + encodeURIComponent(at);

  /** Returns the attributes of a link within the page. */
  ink.to = (patch) => ({
    href: ink.fragment(patch),
    onClick: (e) => {
      if (!e.ctrlKey && !e.metaKey && !e.shiftKey && e.button === 0) {
        e.preventDefault();
        ink.go(patch);
      }
    },
  });

  const again = () => ink.set({ at: read() });
  function opened() {
    const asked = new URLSearchParams(location.search);
    return !location.hash && (asked.get('p') || asked.get('t'))
      ? settled(Object.assign(read(), { p: asked.get('p') || '', t: asked.get('t') || '' })) : read();
  }
  /** Opens the address again after more views were added. */
  ink.reopen = () => ink.set({ at: opened() });
  /** Opens the address for the first time, after the first views were added. */
  ink.openFragment = function () {
    state.at = opened();
    window.addEventListener('popstate', again);
    window.addEventListener('hashchange', again);
  };

  // --- further additions of views: keys, and entries of the palette
  const keys = [];
  const commands = [];
  /**
   * Adds a single key: its action, its text in the list of keys (`say`), and the scope or view in which it works (all
   * if it is left out).
   */
  ink.addKey = (key, say, run, where) => keys.push({ key, say, run, where });
  const works = (k, view) => !k.where || k.where === view.scope || k.where === view.scope + '/' + view.id;
  ink.keys = () => keys.filter((k) => works(k, ink.shown()));
  /**
   * Adds entries to the palette: a function from the typed text to [{ say, hint, run, first }]. An entry with `first`
   * always matches.
   */
  ink.addCommands = (list) => commands.push(list);
  ink.commands = (text) => commands.flatMap((list) => list(text));
})(window.ink);
