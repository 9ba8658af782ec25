import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runProcess } from '../support/clients/process.ts';

/** The version of casebridge, and the supported versions of Node.js. */

const { version, engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

describe('casebridge --version', () => {
  it.each(['--version', '-v'])('by %s is the version of the package alone', async (flag) => {
    expect(await runProcess([flag])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('a version of Node', () => {
  const as = (node: string) => {
    const versions = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${node}'}})`;
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(versions)}` };
  };

  it('is the same in package.json as in the check at the start', () => {
    expect(engines.node).toBe('^20.18.1 || >=22.0.0');
  });

  it.each(['18.20.8', '20.18.0', '20.9.9', '21.0.0', '21.7.3', '9.0.0'])(
    '%s is refused in both languages, with exit code 2',
    async (node) => {
      const { code, stdout, stderr } = await runProcess(['--version'], as(node));
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        new RegExp(`^casebridge needs Node\\.js 22 [^\n]+20\\.18\\.1 [^\n]+ is ${node}\\. `),
      );
      expect(stderr).toMatch(/\nДля casebridge нужен Node\.js [^\n]+\n$/);
    },
  );

  it.each(['20.18.1', '20.19.0', '22.0.0', '23.0.0', '100.0.0'])('%s is accepted', async (node) => {
    expect(await runProcess(['--version'], as(node))).toMatchObject({ code: 0, stdout: `${version}\n` });
  });
});
