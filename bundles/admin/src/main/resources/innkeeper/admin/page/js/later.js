// Views whose scripts come when the first of them is wanted: the overview needs none of them. Until then their tabs,
// their addresses and what the palette finds are known from here.
(function (ink) {
  'use strict';
  const { useEffect } = ink.hooks;
  const VIEWS = {
    project: { log: 'Log', incidents: 'Incidents', resources: 'Resources', config: 'Config' },
    host: {
      health: 'Health', backups: 'Backups', rotation: 'Rotation', surfaces: 'Surfaces', audit: 'Audit', log: 'Log',
      'all-incidents': 'Incidents', alarms: 'Alarms', add: 'Add a project', settings: 'Settings',
    },
  };
  let asked = null;

  /** Asks for them, once; again after a failure. They take the place of those here, so the fragment is read again. */
  ink.loadLater = function () {
    asked = asked || import(document.getElementById('app').dataset.later).then(ink.reopen, () => {
      asked = null;
    });
  };

  function Waiting() {
    useEffect(ink.loadLater, []);
    return ink.html`<section class="pane"><${ink.Waiting} answer=${{}} /></section>`;
  }

  for (const [scope, titles] of Object.entries(VIEWS)) {
    Object.entries(titles).forEach(([id, title]) => ink.addView({ scope, id, title, component: Waiting }));
  }
})(window.ink);
