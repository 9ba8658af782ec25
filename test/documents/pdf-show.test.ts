import { describe, expect, it } from 'vitest';
import { pdfOf } from '../support/documents/pdf-pages.ts';
import { greyPixels } from '../support/documents/png-pixels.ts';
import { reader, refusalOf } from '../support/read-document.ts';

const show = (bytes: Uint8Array, ...numbers: number[]) =>
  reader.show({ bytes, name: 'scan.pdf' }, numbers, undefined);

describe('the pages of a PDF as images', () => {
  it('are gray, have a size for a model, and show the content in its place', async () => {
    const bytes = pdfOf([{}, { under: '0 g 0 0 297 421 re f' }]);
    const [first, second] = await show(bytes, 1, 2);
    expect([first?.number, first?.mediaType, second?.number]).toEqual([1, 'image/png', 2]);
    const { width, height, at } = greyPixels(second?.bytes ?? new Uint8Array());
    expect([width, height]).toEqual([1060, 1500]);
    expect([at(100, 1400), at(100, 100), at(1000, 1400)]).toEqual([0, 15, 15]);
  });

  it('are turned as the page is, and small ones stay small', async () => {
    const [turned, small] = await show(pdfOf([{ rotation: 90 }, { size: [50, 20] }]), 1, 2);
    expect(greyPixels(turned?.bytes ?? new Uint8Array())).toMatchObject({ width: 1500, height: 1060 });
    expect(greyPixels(small?.bytes ?? new Uint8Array())).toMatchObject({ width: 200, height: 80 });
  });

  it.each([
    [14_400, 14_400],
    [1, 14_400],
    [14_400, 1],
  ])('are no larger than that for a page of %d by %d points', async (width, height) => {
    const [picture] = await show(pdfOf([{ size: [width, height] }]), 1);
    const size = greyPixels(picture?.bytes ?? new Uint8Array());
    expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(1500);
    expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
  });

  it('are made smaller when there is too much on them', async () => {
    const speckles = Array.from({ length: 40_000 }, (_, at) => {
      const [x, y] = [(at * 7919) % 595, (at * 104_729) % 842];
      return `${((at * 31) % 97) / 97} g ${x} ${y} 2.${at % 10} 1.${at % 7} re f`;
    });
    const [picture] = await show(pdfOf([{ under: speckles.join('\n') }]), 1);
    expect(picture?.bytes.length).toBeLessThanOrEqual(250_000);
  });

  it('are refused for numbers that there are not', async () => {
    expect(await refusalOf(show(pdfOf([{}]), 2))).toBe('unknown: there is no page 2: the last page is 1');
  });
});
