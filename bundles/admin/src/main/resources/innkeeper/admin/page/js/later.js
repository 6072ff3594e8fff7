// Views whose scripts are loaded when the first of them is needed; the overview needs none. Until then this file
// provides their tabs, their addresses and their entries in the palette.
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

  /**
   * Loads the scripts once, or again after a failure. Their views replace those here, so the fragment is read again.
   */
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
