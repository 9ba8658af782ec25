import { randomBytes } from 'node:crypto';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequests,
  type InputRequiredResult,
  type InputResponseView,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './plain-tools.ts';

/**
 * Tools that request input from the client. Each has one implementation: for older clients, the SDK converts its input
 * requests to requests from the server.
 */

interface State {
  readonly step: number;
}

/** Encrypts the state that the client carries, as casebridge does. */
export const states = createRequestStateCodec<State>({ key: randomBytes(32), ttlSeconds: 60 });

type Elicitation = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];
type Responses = Readonly<Record<string, InputResponseView>>;

/** Creates an elicitation with a form of required text fields. */
export const form = (message: string, ...fields: readonly string[]) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' as const }])),
      required: [...fields],
    },
  });

const sampling = (words: string, maxTokens = 100) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });

/**
 * Returns the input requests to send again, all of them if any response is missing. Returns undefined if none is
 * missing.
 */
export function missing(context: ServerContext, inputRequests: InputRequests): InputRequests | undefined {
  const isMissing = (key: string) => inputResponse(context.mcpReq.inputResponses, key).kind === 'missing';
  return Object.keys(inputRequests).some(isMissing) ? inputRequests : undefined;
}

async function ask(
  context: ServerContext,
  inputRequests: InputRequests,
  answer: (responses: Responses) => string,
  step?: number,
): Promise<CallToolResult | InputRequiredResult> {
  const { inputResponses, requestState } = context.mcpReq;
  const isStateless = step === undefined || requestState<State | undefined>()?.step === step;
  if (missing(context, inputRequests) || !isStateless)
    return inputRequired({
      inputRequests,
      ...(step === undefined ? {} : { requestState: await states.mint({ step }, context) }),
    });
  const keys = Object.keys(inputRequests);
  return text(answer(Object.fromEntries(keys.map((key) => [key, inputResponse(inputResponses, key)]))));
}

/** Returns a response of a user or a model as text. */
function shown(response: InputResponseView | undefined): string {
  if (response?.kind === 'elicit')
    return `action=${response.action}, content=${JSON.stringify(response.content ?? {})}`;
  if (response?.kind === 'sampling') return JSON.stringify(response.result.content);
  return JSON.stringify(response?.kind === 'roots' ? response.roots : 'nothing');
}

const name = { user_name: form('What is your name?', 'name') };
const greet = ({ user_name }: Responses) =>
  `Hello, ${user_name?.kind === 'elicit' ? user_name.content?.name : 'stranger'}!`;
const roots = { client_roots: inputRequired.listRoots() };

/** Tools without arguments: input requests, result, and the step in the accompanying state. */
const questions: Readonly<
  Record<string, readonly [InputRequests, (responses: Responses) => string, number?]>
> = {
  test_input_required_result_elicitation: [name, greet],
  test_streaming_elicitation: [name, greet],
  test_input_required_result_sampling: [
    { capital_question: sampling('What is the capital of France?') },
    ({ capital_question }) => `The model says: ${shown(capital_question)}`,
  ],
  test_input_required_result_list_roots: [
    roots,
    ({ client_roots }) => `The client has: ${shown(client_roots)}`,
  ],
  test_input_required_result_request_state: [
    { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema: confirmation() }) },
    () => 'state-ok',
    1,
  ],
  test_input_required_result_tampered_state: [
    { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema: confirmation() }) },
    () => 'state-ok',
    1,
  ],
  test_input_required_result_multiple_inputs: [
    { ...name, greeting: sampling('Generate a greeting', 50), ...roots },
    (responses) => Object.values(responses).map(shown).join('; '),
    1,
  ],
  test_missing_capability: [
    { needed: sampling('Anything') },
    ({ needed }) => `The model says: ${shown(needed)}`,
  ],
  test_elicitation_sep1034_defaults: [
    {
      filled: inputRequired.elicit({ message: 'Please look through the form', requestedSchema: defaults() }),
    },
    ({ filled }) => `Elicitation completed: ${shown(filled)}`,
  ],
  test_elicitation_sep1330_enums: [
    { filled: inputRequired.elicit({ message: 'Please choose', requestedSchema: choices() }) },
    ({ filled }) => `Elicitation completed: ${shown(filled)}`,
  ],
};

export function addAskingTools(server: McpServer): void {
  for (const [tool, [requests, answer, step]] of Object.entries(questions))
    server.registerTool(
      tool,
      { description: 'Requests input from the client, then returns a result.' },
      (context) => ask(context, requests, answer, step),
    );
  server.registerTool(
    'test_sampling',
    { description: "Sends a prompt to the client's model.", inputSchema: z.object({ prompt: z.string() }) },
    ({ prompt }, context) =>
      ask(context, { answer: sampling(prompt) }, ({ answer }) => `LLM response: ${shown(answer)}`),
  );
  server.registerTool(
    'test_elicitation',
    { description: "Requests input from the client's user.", inputSchema: z.object({ message: z.string() }) },
    ({ message }, context) =>
      ask(
        context,
        { answer: form(message, 'username', 'email') },
        ({ answer }) => `User response: ${shown(answer)}`,
      ),
  );
  server.registerTool(
    'test_input_required_result_multi_round',
    { description: 'Requests input twice, in sequence.' },
    (context) => {
      const { step = 1 } = context.mcpReq.requestState<State | undefined>() ?? {};
      const first = { step1: form('Step 1: What is your name?', 'name') };
      const second = { step2: form('Step 2: What is your favorite color?', 'color') };
      const isFirst = step === 1 && missing(context, first) !== undefined;
      return ask(
        context,
        isFirst ? first : second,
        ({ step2 }) => `All said: ${shown(step2)}`,
        isFirst ? 1 : 2,
      );
    },
  );
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Requests only input that the client supports.' },
    (context) => {
      const can =
        (context.mcpReq.envelope as Record<string, Record<string, unknown> | undefined>)?.[
          CLIENT_CAPABILITIES_META_KEY
        ] ?? {};
      const possible: InputRequests = {
        ...(can.elicitation === undefined ? {} : name),
        ...(can.sampling === undefined ? {} : { greeting: sampling('Generate a greeting') }),
        ...(can.roots === undefined ? {} : roots),
      };
      return ask(context, possible, (responses) => Object.values(responses).map(shown).join('; '));
    },
  );
}

function confirmation(): Elicitation {
  return { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
}

/** Returns a form with a default value of every type. */
function defaults(): Elicitation {
  return {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  };
}

/** Returns a form with a choice of every type. */
function choices(): Elicitation {
  const plain = ['option1', 'option2', 'option3'];
  const titled = ['First', 'Second', 'Third'].map((title, index) => ({
    const: `value${index + 1}`,
    title: `${title} Option`,
  }));
  return {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: plain },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    },
  };
}
