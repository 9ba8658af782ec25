import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Files that take a minute where others take seconds, the slowest first. Begun last, one of them would be all that the
 * machine still does; most of what they do is waiting.
 */
const slow = [
  ...[
    'unit/linear',
    'http/slow',
    'http/callers/fair',
    'faults/proxy',
    'faults/sign-in',
    'http/callers/limits',
  ],
  ...['cli/cli', 'cli/call', 'http/callers/identity', 'http/callers/people', 'faults/late-answers'],
  ...['http/callers/issuer', 'e2e/safety/planted', 'e2e/safety/canary', 'e2e/clients/surfaces'],
].map((name) => `/test/${name}.test.ts`);

const place = ({ moduleId }: TestSpecification) => {
  const found = slow.findIndex((name) => moduleId.endsWith(name));
  return found === -1 ? slow.length : found;
};

/** Within each project the slow ones first, then the others as vitest would have them. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const projects = [...new Set(usual.map(({ project }) => project))];
    return projects.flatMap((project) =>
      usual.filter((file) => file.project === project).sort((one, other) => place(one) - place(other)),
    );
  }
}
