import { afterAll, beforeAll, describe } from 'vitest';
import { testOver } from '../clients/harness.ts';
import { setClock, usualMoment } from './clock.ts';

/** Test files that depend on the date. They must pass at every time and in every time zone. */
const files = ['agenda', 'case', 'intake', 'people', 'who-am-i'];
/**
 * Times at which the test file `stories` runs too. It covers the same workflows as the other files, so two times in
 * different time zones are enough.
 */
const withStories = new Set<string>(['31 December, nearly over in London', '29 February']);

/** Moments by time zone of the machine. Clocks are changed in New York and London at the moments of spring and autumn. */
const moments = {
  'Europe/London': [
    ['a Monday', '2026-06-15T12:00:00Z'],
    ['a Saturday that has just begun', '2026-06-20T00:05:00Z'],
    ['the change of clocks in spring', '2027-03-28T00:55:00Z'],
    ['the change of clocks in autumn', '2027-10-31T01:05:00Z'],
  ],
  'Europe/Moscow': [
    ['a Friday, nearly over in London', '2026-06-19T22:30:00Z'],
    ['a holiday that has just begun', '2027-02-22T23:55:00Z'],
    ['31 December, nearly over in London', '2026-12-31T23:55:00Z'],
    ['the middle of the winter holidays', '2028-01-05T12:00:00Z'],
  ],
  'America/New_York': [
    ['a Sunday, nearly over in London', '2026-06-21T23:55:00Z'],
    ['31 December, already over in London', '2027-01-01T00:05:00Z'],
    ['the change of clocks in spring', '2027-03-14T07:05:00Z'],
    ['the change of clocks in autumn', '2027-11-07T05:55:00Z'],
  ],
  'Asia/Tokyo': [
    ['the day after a holiday', '2027-02-24T00:05:00Z'],
    ['29 February, which has begun only in the east', '2028-02-28T23:55:00Z'],
    ['29 February', '2028-02-29T00:05:00Z'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [what: string, moment: string])[]>>;

/**
 * Runs these tests in this process with the time zone of the machine set to `zone`, at the moments of that zone.
 */
export function describeCalendar(zone: keyof typeof moments): void {
  const machineZone = process.env.TZ;
  testOver('memory');
  for (const [index, [what, moment]] of moments[zone].entries()) {
    const begin = () => {
      process.env.TZ = zone;
      setClock(moment);
    };
    describe(`on ${what}, ${moment} in ${zone}`, () => {
      // Set the clock before the test files are loaded, because they read it then too.
      begin();
      beforeAll(begin);
      for (const file of withStories.has(what) ? [...files, 'stories'] : files)
        describe(file, () => {
          begin();
          return import(
            /* @vite-ignore */ `${import.meta.dirname}/../../e2e/workflows/${file}.test.ts?at=${index}`
          );
        });
    });
  }
  afterAll(() => {
    process.env.TZ = machineZone;
    setClock(usualMoment);
  });
}
