(function () {
  var run = document.getElementById('run');
  var events = new EventSource('events');
  function show(event) {
    document.documentElement.classList.remove('lost');
    run.innerHTML = event.data;
  }
  events.addEventListener('run', show);
  events.addEventListener('end', function (event) {
    show(event);
    events.close();
  });
  events.onerror = function () {
    document.documentElement.classList.add('lost');
  };
})();
