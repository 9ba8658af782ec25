/** When every file of tests begins unless it sets another moment: a Wednesday morning, in the middle of its week. */
export const usualMoment = '2026-03-04T09:00:00Z';

/**
 * Sets the one clock that the tests, the embedded service and the servers under test read: from `moment` it ticks on.
 * It is the `Date` of this process and, by `clockFlags`, of those that it starts. The program itself has no switch for
 * it, so that nothing can ever move the clock of a bridge on a real service. What measures time (`performance.now`,
 * timers) and what the operating system stamps (files) is not moved.
 */
export function setClock(moment: string): void {
  atBoot = Date.parse(moment) - Number(process.hrtime.bigint() / 1_000_000n);
  replaceDate(atBoot);
}

let atBoot: number | undefined;

/** Calls of `__name` stand in the text of a function that tsx has compiled. */
const nameHelper = 'const __name = (named) => named;';

/** Flags of `node` that give a process the clock as it is set now; none where it is the machine's. */
export const clockFlags = (): string[] =>
  atBoot === undefined
    ? []
    : ['--import', `data:text/javascript,${encodeURIComponent(`${nameHelper}(${replaceDate})(${atBoot})`)}`];

/**
 * Processes get its text: it can use nothing around it. The machine's own date has no say, only its monotonic clock,
 * which all processes share.
 * @param start the moment, in ms since the epoch, at which the monotonic clock stood at zero
 */
function replaceDate(start: number): void {
  const scope = globalThis as { realDate?: DateConstructor };
  scope.realDate ??= Date;
  const Real = scope.realDate;
  const now = () => start + Number(process.hrtime.bigint() / 1_000_000n);
  const Moved: DateConstructor = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], made === Moved ? target : made),
    get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
  });
  globalThis.Date = Moved;
  Real.prototype.constructor = Moved;
}
