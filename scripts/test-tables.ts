import { readKept } from '../test/bench/costs/kept-ratios.ts';
import { extended, first } from '../test/tiers/parts.ts';
import { places, tiers } from '../test/tiers/places.ts';

/** Returns the table of the processor-time ratios that `npm run bench:costs -- --keep` saved. */
export function costsTable(): string {
  const rows = Object.entries(readKept()).map(
    ([name, { ratio, spread }]) =>
      `| ${name} | ${ratio.toFixed(2)} × | ${spread.map((one) => one.toFixed(2)).join(' to ')} |`,
  );
  return [
    '| call | processor time, ratio to the baseline | lowest and highest run |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Returns the table of the test folders by tier and path, with the proof that each folder gives. */
export function tiersTable(): string {
  const rows = tiers.flatMap((tier) =>
    Object.entries(places)
      .filter(([, place]) => place.tier === tier)
      .map(([path, { proof, why = '' }]) => `| ${tier} | \`${path}\` | ${proof} | ${why} |`),
  );
  return ['| tier | below `test/` | proof | reason for the tier |', '|---|---|---|---|', ...rows].join('\n');
}

/** Returns the table of the parts of `.ci/run`. */
export function partsTable(): string {
  const rows = [...first, ...extended].map(
    ({ name, command, proof }) => `| \`${name}\` | \`${command}\` | ${proof} |`,
  );
  return ['| part | command | proof |', '|---|---|---|', ...rows].join('\n');
}
