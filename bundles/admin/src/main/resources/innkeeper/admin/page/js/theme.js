// Before the first paint: the chosen theme, and the word that scripts run.
(function () {
  'use strict';
  var root = document.documentElement;
  root.classList.add('js');
  try {
    var theme = localStorage.getItem('innkeeper.theme');
    if (theme === 'dark' || theme === 'light') {
      root.dataset.theme = theme;
    }
  } catch (e) {
    root.dataset.storage = 'none';
  }
})();
