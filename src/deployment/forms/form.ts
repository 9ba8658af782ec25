import type { Worded } from '../../contract/language.ts';
import type { Deployment, OperationNames } from '../../contract/operations/deployment.ts';
import { isPresumed } from '../../contract/operations/field-marks.ts';
import { shapeShownBy } from '../../contract/records/answer-fields.ts';
import { worded } from '../../contract/worded.ts';
import type { Learnt } from '../matching/learn.ts';
import type { DeploymentForm } from './deployment-file.ts';
import { formMessages } from './messages.ts';

/**
 * Converts the findings about an API reference to the form in which they are cached and saved.
 * @param at time of reading, in ISO 8601 and UTC
 */
export const formOf = (
  { documents, operations, answers, answerValues, tokens, unsure, absent, deprecated, required }: Learnt,
  at: string,
): DeploymentForm => ({
  version: 1,
  learnt: at,
  documents,
  ...given({ operations, answers, answerValues, tokens }),
  shows: {
    absent: [...absent],
    deprecated: [...deprecated],
    required: required.map(({ operation, field }) => `${operation}: ${field}`),
  },
  ...(unsure.length > 0 ? { unsure: [...unsure] } : {}),
});

const given = <Parts extends Readonly<Record<string, object>>>(parts: Parts): Partial<Parts> =>
  Object.fromEntries(
    Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0),
  ) as Partial<Parts>;

export const deploymentByForm =
  ({ names = {}, operations = {}, answers = {} }: DeploymentForm): Deployment =>
  (operation) => {
    const shape = operation.target && shapeShownBy(operation.target.tool);
    const shows = shape !== undefined && Object.hasOwn(answers, shape) ? answers[shape] : undefined;
    const own: OperationNames = {
      ...(Object.hasOwn(operations, operation.name) ? operations[operation.name] : {}),
      ...(shows && { shows }),
    };
    const everywhere = Object.entries({ ...operation.query, ...operation.body }).flatMap(
      ([argument, schema]) => {
        const real = Object.hasOwn(names, argument) ? names[argument] : undefined;
        return real === undefined || !isPresumed(schema) ? [] : [[argument, real] as const];
      },
    );
    if (everywhere.length === 0) return own;
    return { ...own, names: { ...Object.fromEntries(everywhere), ...own.names } };
  };

/**
 * Returns the changes between two readings of the API reference, one line per change. The lines contain no
 * descriptions, only names.
 */
export function driftBetween(before: DeploymentForm, after: DeploymentForm): readonly Worded[] {
  const [old, now] = [before, after].map((form) => [...linesOf(form), ...shownBy(form)]) as [
    Worded[],
    Worded[],
  ];
  const without = (some: readonly Worded[], others: readonly Worded[]) => {
    const known = new Set(others.map(({ en }) => en));
    return some.filter(({ en }) => !known.has(en));
  };
  return [
    ...without(now, old).map((line) => worded(formMessages.now, { line })),
    ...without(old, now).map((line) => worded(formMessages.noLonger, { line })),
  ];
}

/** Returns lines for the findings that only learned forms contain. A form written by hand lacks them. */
function shownBy({ shows = {} }: DeploymentForm): readonly Worded[] {
  const { absent = [], deprecated = [], required = [] } = shows;
  return [
    ...absent.map((operation) => worded(formMessages.absent, { operation })),
    ...deprecated.map((operation) => worded(formMessages.deprecated, { operation })),
    ...required.map((field) => worded(formMessages.required, { field })),
  ];
}

export function linesOf({
  names,
  operations,
  answers,
  answerValues,
  tokens,
}: DeploymentForm): readonly Worded[] {
  const lines: Worded[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') lines.push(worded(formMessages.is, { path, value }));
    else
      for (const [name, inner] of Object.entries(value ?? {}))
        walk(inner, path === '' ? name : `${path}: ${name}`);
  };
  const named = Object.entries(operations ?? {}).map(
    ([name, { takes: _, ...said }]) => [name, said] as const,
  );
  walk({ names, ...Object.fromEntries(named) }, '');
  walk({ answers, answerValues, tokens }, '');
  return lines;
}
