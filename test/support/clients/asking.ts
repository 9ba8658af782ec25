import { type Arguments, draftRequest, type Sent } from '../../../src/api/client/build-request.ts';
import type { languages } from '../../../src/contract/language.ts';
import type { Operation, ToolDefinition } from '../../../src/contract/operations/operation.ts';
import { deploymentBySettings } from '../../../src/deployment/deployment.ts';
import { questionOf, questionText } from '../../../src/mcp/guards/question/message.ts';
import { sentForPeople } from '../../../src/mcp/guards/question/sent-values.ts';
import { createSanitizer } from '../../../src/mcp/output/sanitize.ts';
import { workflows } from '../../../src/workflows/index.ts';
import { questions } from '../../../tools/confirmation-words.ts';
import { tools } from '../arguments.ts';

/** Builds confirmations without a server, so that tests can check many of them. */

const changing = tools.filter(({ operation }) => operation.access !== 'read');
export const asked = [
  ...changing.map(({ operation, schema }) => ({ facts: operation, schema })),
  ...workflows.filter(({ access }) => access !== 'read').map((one) => ({ facts: one, schema: one.input })),
];

export type Language = (typeof languages)[number];
const deployment = deploymentBySettings(new Map(), { get_mcp_settings: '/api/v1/mcp' });
const isOperation = (facts: ToolDefinition): facts is Operation => 'route' in facts;
export const sentFor = (facts: ToolDefinition, args: Arguments) =>
  isOperation(facts)
    ? sentForPeople(draftRequest(facts, args, deployment), args)
    : Object.entries(args).map(([name, value]) => ({ argument: name, name, value }));
const sanitizer = createSanitizer(['the-password-of-all']);
interface Known {
  target?: unknown;
  given?: Arguments;
  links?: string[];
  sent?: readonly Sent[];
  called?: ReadonlyMap<string, string | undefined>;
}
export const build = async (
  operation: ToolDefinition,
  args: Arguments,
  language: Language,
  known: Known = {},
) => {
  const { target, given = args, links = [], called = new Map(), sent = sentFor(operation, args) } = known;
  const zone = 'Europe/Moscow';
  const wording = {
    language,
    timeZone: () => zone,
    words: async () => questions,
    callerZone: async () => zone,
  };
  const asked = { operation, sent, given, principalId: 'x', target, links };
  const question = await questionOf({ ...asked, wording, sanitizer, called: async () => called });
  return 'code' in question ? question : questionText(question, wording);
};
export const ask = async (...about: Parameters<typeof build>): Promise<string> => {
  const question = await build(...about);
  if (typeof question !== 'string') throw new Error(question.reason);
  return question;
};
export const operationOf = (name: string) => {
  const found = changing.find(({ operation }) => operation.name === name)?.operation;
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
};
