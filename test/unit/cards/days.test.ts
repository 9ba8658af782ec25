import { describe, expect, it } from 'vitest';
import { createClock } from '../../../src/domain/time/clock.ts';
import { momentInWords } from '../../../src/domain/time/spoken-days.ts';

// Imported dynamically, because the page sources are type-checked with browser types, which are not available
// here.
const { dayText } = await import(new URL('../../../src/cards/moments.ts', import.meta.url).href);
const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-19`);
const monthIn = (day: string) =>
  new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));

describe('a day in words', () => {
  it.each(months)('has the whole name of its month in Russian: %s', (day) => {
    const reader = { locale: 'ru-RU', language: 'ru', today: '2026-01-01', timeZone: 'UTC' } as const;
    expect(dayText(day, reader).replaceAll('\u00a0', ' ')).toContain(monthIn(day));
    expect(dayText(day, { ...reader, today: '2025-01-01' })).toMatch(/2026$/);
    const clock = createClock(new Date('2026-01-01T09:00:00Z'), 'UTC');
    expect(momentInWords(clock, `${day}T15:00:00Z`).ru).toContain(`${monthIn(day)} 15:00`);
  });
});
