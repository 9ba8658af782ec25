import { z } from 'zod';

const ms = z.int().min(0).max(600_000);

/** Faults of one request. Unless stated otherwise, the service first executes the request. */
const fault = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('latency'), ms })
    .describe('The request waits before the service sees it.'),
  z
    .strictObject({
      kind: z.literal('status'),
      status: z.int().min(200).max(599),
      retryAfter: z.union([z.string(), z.number()]).optional(),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown().optional(),
      done: z.boolean().optional(),
    })
    .describe(
      'The service sends this answer instead; it executes the request only with `done`. A body that is not text is sent as JSON.',
    ),
  z
    .strictObject({
      kind: z.literal('drop'),
      at: z.enum(['request', 'headers', 'body']),
      chunked: z.boolean().optional(),
    })
    .describe(
      'The connection is reset: `request` before the service executes the request, `headers` after that, `body` in the middle of the answer.',
    ),
  z
    .strictObject({
      kind: z.literal('truncated'),
      contentLength: z.enum(['right', 'wrong']),
      gzip: z.boolean().optional(),
    })
    .describe(
      'The answer ends after half of its body, without an error; its Content-Length is `right` (the length of this half) or `wrong` (that of the whole body).',
    ),
  z
    .strictObject({ kind: z.literal('drip'), bytesPerSecond: z.int().min(1).max(1_000_000) })
    .describe('The answer arrives very slowly.'),
  z
    .strictObject({ kind: z.literal('stall'), at: z.enum(['headers', 'body']) })
    .describe(
      'The answer stalls: `headers` before the service executes the request, `body` after half of the answer.',
    ),
  z
    .strictObject({ kind: z.literal('signInPage') })
    .describe(
      'The service sends a web page with status 200 instead of the answer, and does not execute the request.',
    ),
  z.strictObject({ kind: z.literal('invalidJson') }).describe('The answer is not valid JSON.'),
  z
    .strictObject({
      kind: z.literal('flood'),
      bytes: z
        .int()
        .min(1)
        .max(2 ** 40),
      gzip: z.boolean().optional(),
    })
    .describe(
      'The service sends an answer with this many bytes, generated while sending; `gzip` compresses it about a thousandfold.',
    ),
  z
    .strictObject({ kind: z.literal('expiredToken') })
    .describe('The token of the request expires now; its refresh token stays valid.'),
  z
    .strictObject({ kind: z.literal('restart'), closedMs: z.int().min(1).max(60_000).optional() })
    .describe(
      'The service forgets all tokens; with `closedMs` it closes every connection, and the port stays closed for that time.',
    ),
]);
export type Fault = z.output<typeof fault>;

const count = z.int().min(1);
const faultRule = z
  .strictObject({
    on: z
      .string()
      .refine(isPattern, 'should be METHOD /path, /regular expression/ or *')
      .describe('`GET /api/v2/tasks/{id}`, a regular expression for such a line between slashes, or `*`.'),
    nth: count.optional().describe('Only the nth such request, from 1.'),
    every: count.optional().describe('Every nth such request.'),
    times: count.optional().describe('Maximum number of times.'),
    fault: fault.describe('The fault of these requests.'),
  })
  .refine(({ nth, every }) => nth === undefined || every === undefined, 'takes nth or every, not both');
export type FaultRule = z.input<typeof faultRule>;

/** Descriptions of the fields of a rule and of each fault, for help. */
export const faultTable: Readonly<Record<'rule' | 'faults', readonly { form: string; meaning: string }[]>> = {
  rule: Object.entries(faultRule.shape).map(([name, field]) => ({
    form: name,
    meaning: field.description ?? '',
  })),
  faults: fault.options.map((option) => ({
    form: `{${Object.entries(option.shape).map(formOf).join(', ')}}`,
    meaning: option.description ?? '',
  })),
};

/** Returns a field as help shows it: `"at": "headers" | "body"`, in brackets if it is optional. */
function formOf([name, field]: [string, z.ZodType]): string {
  const isOptional = field instanceof z.ZodOptional;
  const inner: unknown = isOptional ? field.unwrap() : field;
  const { enum: words, const: word, type } = z.toJSONSchema(inner as z.ZodType, { unrepresentable: 'any' });
  const values = (word === undefined ? words : [word])?.map((value) => JSON.stringify(value));
  const form = `"${name}": ${values?.join(' | ') ?? type ?? '…'}`;
  return isOptional ? `[${form}]` : form;
}

/** Faults of a running service. Counters restart with each `set`. */
export interface Faults {
  /** Replaces all rules. If several apply, the first one is used. @throws TypeError for a wrong rule */
  set(rules: readonly FaultRule[]): void;
  clear(): void;
}

/** Rules with their counters. */
export interface FaultPlan extends Faults {
  /** Returns the fault for a new request. */
  take(method: string, path: string): Fault | undefined;
}

interface Counted {
  readonly rule: z.output<typeof faultRule>;
  readonly matches: (line: string) => boolean;
  seen: number;
  fired: number;
}

export function createFaultPlan(): FaultPlan {
  let rules: Counted[] = [];
  const isDue = ({ rule: { nth, every, times }, seen, fired }: Counted) =>
    (nth === undefined || seen === nth) &&
    (every === undefined || seen % every === 0) &&
    (times === undefined || fired < times);
  return {
    set: (given) => {
      rules = parseRules(given).map((rule) => ({ rule, matches: matcher(rule.on), seen: 0, fired: 0 }));
    },
    clear: () => {
      rules = [];
    },
    take: (method, path) => {
      if (rules.length === 0) return undefined;
      const line = `${method} ${path}`;
      const asked = rules.filter((item) => item.matches(line));
      for (const item of asked) item.seen += 1;
      const due = asked.find(isDue);
      if (due) due.fired += 1;
      return due?.rule.fault;
    },
  };
}

function parseRules(given: unknown): z.output<typeof faultRule>[] {
  const result = z.array(faultRule).max(1000).safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new TypeError(`The fault rule ${issue?.path.join('.')}: ${issue?.message}`);
}

function isPattern(on: string): boolean {
  try {
    matcher(on);
  } catch {
    return false;
  }
  return on === '*' || /^[A-Z]+ \/|^\/.+\/$/.test(on);
}

function matcher(on: string): (line: string) => boolean {
  if (on === '*') return () => true;
  const written = /^\/(.+)\/$/.exec(on)?.[1];
  const escaped = on.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = written ? new RegExp(written) : new RegExp(`^${escaped.join('[^/]+')}$`, 'i');
  return (line) => pattern.test(line);
}
