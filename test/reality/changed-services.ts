import { catalogue } from '../../tools/index.ts';
import { sampleIds } from '../support/sample-ids.ts';
import type { PassingRequest, Perturbation } from '../support/servers/perturbing.ts';
import type { ChangeQuestion } from './change-questions.ts';

type Json = any;

/** Response of an unmodified service, and the path and method of the change. */
export interface Honest {
  readonly path: string;
  readonly method: string;
  readonly answer: Json;
}

/**
 * Returns the modifications with which a change is tested.
 * @param honest response of the unmodified service
 */
export function changedServices({ tool, args }: ChangeQuestion, honest: Honest): readonly Perturbation[] {
  const operation = catalogue.flatMap(({ operations }) => operations).find(({ name }) => name === tool);
  const isIt = ({ method, path }: PassingRequest) => method === honest.method && path === honest.path;
  const fields = Object.keys({ ...operation?.body, ...operation?.query }).filter(
    (name) => args[name] !== undefined,
  );
  /** Returns a response that falsely reports the change as made. */
  const lie = (answer: Json) => ({ ...honest.answer, ...idsOf(answer) });
  const ofField = (name: string): Perturbation[] => {
    const dropping = { request: (one: PassingRequest) => void (isIt(one) && drop(one, name)) };
    const altering = (one: PassingRequest) => void (isIt(one) && alter(one, name));
    const isAltered = ['string', 'number'].includes(typeof args[name]) && !/Id$|Date$/.test(name);
    return [
      { name: `does not know ${name}`, ...dropping },
      {
        name: `does not know ${name}, and answers as if it did`,
        ...dropping,
        answer: (answer, one) => (isIt(one) ? lie(answer) : answer),
      },
      {
        name: `calls ${name} otherwise`,
        request: (one) => void (isIt(one) && rename(one, name)),
      },
      ...(isAltered ? [{ name: `stores another ${name}`, request: altering }] : []),
    ];
  };
  return [
    ...fields.flatMap(ofField),
    { name: 'does nothing, and answers with nothing', instead: (one) => (isIt(one) ? {} : undefined) },
    {
      name: 'does nothing, and answers as if it had done all',
      instead: (one) => (isIt(one) ? (honest.answer ?? {}) : undefined),
    },
    { name: 'answers with the id alone', answer: (answer, one) => (isIt(one) ? idsOf(answer) : answer) },
    { name: 'answers with nothing', answer: (answer, one) => (isIt(one) ? {} : answer) },
    { name: 'wraps what it answers', answer: (answer, one) => (isIt(one) ? { Result: answer } : answer) },
    {
      name: 'writes into another record',
      request: (one) => {
        if (isIt(one)) one.path = one.path.replace(sampleIds.smith, sampleIds.emptyCard);
      },
    },
    {
      name: 'refuses to show what was changed',
      refuse: (one) =>
        one.method === 'GET' && /\/(?:objects|tasks|events|documents|participants)\//.test(one.path)
          ? 403
          : undefined,
    },
  ];
}

function idsOf(answer: Json): Json {
  const { Id, docID } = typeof answer === 'object' && answer !== null ? answer : ({} as Json);
  return { ...(Id === undefined ? {} : { Id }), ...(docID === undefined ? {} : { docID }) };
}

const isOf = (name: string) => (key: string) => key === name || key.startsWith(`${name}[`);

function drop({ body, query, form }: PassingRequest, name: string): void {
  if (typeof body === 'object' && body !== null) delete body[name];
  for (const key of [...query.keys()].filter(isOf(name))) query.delete(key);
  for (const key of [...(form?.keys() ?? [])].filter(isOf(name))) form?.delete(key);
}

function rename(request: PassingRequest, name: string): void {
  const { body, form } = request;
  const given = body?.[name];
  const parts = [...(form?.entries() ?? [])].filter(([key]) => isOf(name)(key));
  drop(request, name);
  if (given !== undefined) body[`Own${name}`] = given;
  for (const [key, value] of parts) form?.append(`Own${key}`, value as string);
}

function alter({ body, form }: PassingRequest, name: string): void {
  const other = (value: unknown) => (typeof value === 'number' ? value + 1 : `${value} II`);
  if (body?.[name] !== undefined) body[name] = other(body[name]);
  const part = form?.get(name);
  if (typeof part === 'string') form?.set(name, other(part) as string);
}
