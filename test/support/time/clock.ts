/**
 * Time at which every test file starts unless it sets another one: a Wednesday morning, with working days before and
 * after it.
 */
export const usualMoment = '2026-03-04T09:00:00Z';

/**
 * Sets the clock that the tests, the embedded service and the servers under test read. The clock starts at `moment` and
 * advances. It replaces `Date` in this process and, through `clockFlags`, in its child processes. The program has no
 * option for this, so nothing can change the clock of casebridge with a real service. Timers, `performance.now` and
 * file times are not affected.
 */
export function setClock(moment: string): void {
  atBoot = Date.parse(moment) - Number(process.hrtime.bigint() / 1_000_000n);
  replaceDate(atBoot);
}

let atBoot: number | undefined;

/** Code compiled by tsx calls `__name`, so child processes must define it. */
const nameHelper = 'const __name = (named) => named;';

/** Returns flags of `node` that set the current test clock in a child process. Empty if the real clock is used. */
export const clockFlags = (): string[] =>
  atBoot === undefined
    ? []
    : ['--import', `data:text/javascript,${encodeURIComponent(`${nameHelper}(${replaceDate})(${atBoot})`)}`];

/**
 * Child processes run the source text of this function, so it must not refer to anything outside itself. It depends
 * only on the monotonic clock, which all processes share, and not on the date of the machine.
 * @param start time at which the monotonic clock was zero, in milliseconds since the epoch
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
