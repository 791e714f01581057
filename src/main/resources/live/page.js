(function () {
  var run = document.getElementById('run');
  var classes = document.documentElement.classList;
  var mostTries = 40; // the browser waits some seconds before each: together a few minutes
  var tries = 0;
  function mark(word) {
    classes.remove('lost', 'full');
    if (word) {
      classes.add(word);
    }
  }
  function listen() {
    var events = new EventSource('events' + location.search);
    function show(event) {
      tries = 0;
      mark('');
      run.innerHTML = event.data;
    }
    events.addEventListener('run', show);
    events.addEventListener('end', function (event) {
      show(event);
      events.close();
    });
    events.onerror = function () {
      tries++;
      if (events.readyState === EventSource.CLOSED) {
        mark('full'); // answered, but refused
        setTimeout(listen, 10000);
      } else {
        mark('lost');
        if (tries >= mostTries) {
          events.close();
        }
      }
    };
  }
  listen();
})();
