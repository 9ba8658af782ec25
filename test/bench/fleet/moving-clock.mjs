/**
 * Loaded into a server to simulate the passing of time. Each message `{ passMs }` of the parent process moves
 * the clocks forward and runs the periodic tasks at once. Timeouts of requests in flight are not affected.
 */
let ahead = 0;
const RealDate = Date;
const { setInterval: realInterval } = globalThis;
const realNow = performance.now.bind(performance);
const now = () => RealDate.now() + ahead;
performance.now = () => realNow() + ahead;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
});

const routine = new Set();
globalThis.setInterval = (act, everyMs, ...given) => {
  if (everyMs >= 1000) routine.add(() => act(...given));
  return realInterval(act, everyMs, ...given);
};

process.on('message', (message) => {
  if (typeof message !== 'object') return;
  ahead += message.passMs;
  for (const act of routine) act();
  process.send?.('passed');
});
process.channel?.unref();
