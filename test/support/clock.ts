/** When every file of tests begins unless it sets another moment: a Wednesday morning, in the middle of its week. */
export const usualMoment = '2026-03-04T09:00:00Z';

/**
 * Sets the one clock that the tests, the embedded service and the servers under test read: from `moment` it ticks on.
 * It is the `Date` of this process and, by `clockFlags`, of those that it starts. The program itself has no switch for
 * it, so that nothing can ever move the clock of a bridge on a real service. What measures time (`performance.now`,
 * timers) and what the operating system stamps (files) is not moved.
 */
export function setClock(moment: string): void {
  shiftDate(0);
  ahead = Date.parse(moment) - Date.now();
  shiftDate(ahead);
}

let ahead = 0;

/** Flags of `node` that give a process the clock as it is set now. */
export const clockFlags = (): string[] => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`(${shiftDate})(${ahead})`)}`,
];

/** Processes get its text: it can use nothing around it. @param ms how far ahead of the machine's clock */
function shiftDate(ms: number): void {
  const scope = globalThis as { realDate?: DateConstructor };
  scope.realDate ??= Date;
  const Real = scope.realDate;
  const now = () => Real.now() + ms;
  const Shifted: DateConstructor = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], made === Shifted ? target : made),
    get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
  });
  globalThis.Date = Shifted;
  Real.prototype.constructor = Shifted;
}
