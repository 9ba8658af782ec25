import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedName, safeFileName } from '../../../src/api/files/file-name.ts';
import { useFolder } from './folder.ts';

useFolder();

describe('a name that outsiders chose', () => {
  it.each([
    ['claim.pdf', 'claim.pdf'],
    ['Исковое заявление № 5.docx', 'Исковое заявление № 5.docx'],
    ['Елка\u0306.txt', 'Елк\u0430\u0306.txt'],
    ['И\u0306.txt', 'Й.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.txt', 'a.txt'],
    ['C:a.txt', 'C_a.txt'],
    ['a<b>c:"d|e?f*.pdf', 'a_b_c__d_e_f_.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u200B\u2066b\u00AD.txt', 'ab.txt'],
    ['a\r\nb\0.txt', 'ab.txt'],
    ['a\ud800b.txt', 'ab.txt'],
    ['a\u2028b.txt', 'ab.txt'],
    ['name. . .', 'name'],
    ['  .hidden', 'hidden'],
    ['...', 'file'],
    ['', 'file'],
    ['dir/', 'file'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['LPT³.txt', '_LPT³.txt'],
    ['aux .pdf', '_aux .pdf'],
    ['console.txt', 'console.txt'],
    [`.part-1-${'0'.repeat(16)}`, `part-1-${'0'.repeat(16)}`],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe.normalize('NFC'));
  });

  it('is cut to 180 bytes between characters, and keeps its extension', () => {
    expect(safeFileName(`${'я'.repeat(300)}.docx`)).toBe(`${'я'.repeat(87)}.docx`);
    expect(safeFileName(`${'😀'.repeat(100)}.pdf`)).toBe(`${'😀'.repeat(44)}.pdf`);
    expect(safeFileName('n'.repeat(400))).toBe('n'.repeat(180));
    expect(safeFileName(`a.${'x'.repeat(400)}`)).toBe(`a.${'x'.repeat(178)}`);
  });

  it('carries a prefix and a number within the same bounds', () => {
    expect(safeFileName('Иск.pdf', '3f2a9c1d')).toBe('3f2a9c1d-Иск.pdf');
    expect(safeFileName('CON', '3f2a9c1d')).toBe('3f2a9c1d-_CON');
    expect(numberedName('3f2a9c1d-Иск.pdf', 2)).toBe('3f2a9c1d-Иск (2).pdf');
    expect(numberedName('notes', 12)).toBe('notes (12)');
    expect(Buffer.byteLength(numberedName(safeFileName(`${'я'.repeat(300)}.docx`, '3f2a9c1d'), 999))).toBe(
      180,
    );
  });

  it('is safe after cleaning, which changes nothing the second time', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('.', ' ', '/', '\\', ':', '\0', '\u202e', 'я', 'C', 'O', 'N', '😀', '-'),
      }),
    );
    fc.assert(
      fc.property(nasty, (name) => {
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^[. ]|[. ]$/u);
        expect(safe.length).toBeGreaterThan(0);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(180);
        expect(safeFileName(safe)).toBe(safe);
      }),
      { numRuns: 2000 },
    );
  });
});
