import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Test files that take half a minute or more, the slowest first. Files that wait alternate with files that compute. A
 * slow file that started last would run alone at the end.
 */
const slow = [
  ...['http/slow', 'unit/linear', 'http/shared/fleet', 'e2e/safety/planted', 'faults/odd-parts'],
  ...['reality/ignored-filters', 'http/callers/fair', 'documents/hostile/hostile', 'e2e/sign-in/domain'],
  ...[
    'reality/other-answers',
    'http/callers/issuer',
    'http/cards/lookups',
    'faults/proxy',
    'cli/learning/learning',
  ],
  ...[
    'sandbox/agreement',
    'cli/doctor/doctor',
    'http/sign-in/oidc',
    'e2e/clients/surfaces',
    'http/callers/people',
  ],
  ...['cli/call', 'faults/late-answers', 'e2e/workflows/pages', 'e2e/safety/audit', 'evals/questions'],
  ...['cli/package', 'e2e/clients/structure', 'faults/sign-in', 'e2e/workflows/stories', 'http/chaos'],
  ...['e2e/safety/confirmation', 'e2e/safety/trace', 'e2e/safety/canary', 'e2e/safety/losing'],
  ...['e2e/documents/read-formats', 'e2e/files/interrupted-files', 'e2e/clients/large-answers'],
  ...[
    'reality/changes',
    'cli/learning/learnt-profiles',
    'http/shared/agreements',
    'e2e/clients/both-transports',
  ],
].map((name) => `/test/${name}.test.ts`);

const place = ({ moduleId }: TestSpecification) => {
  const found = slow.findIndex((name) => moduleId.endsWith(name));
  return found === -1 ? slow.length : found;
};

/** In each project, runs the slow files first, then the others in the default order of vitest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const projects = [...new Set(usual.map(({ project }) => project))];
    return projects.flatMap((project) =>
      usual.filter((file) => file.project === project).sort((one, other) => place(one) - place(other)),
    );
  }
}
