import { z } from 'zod';
import { InvalidArgumentsError, UnexpectedAnswerError } from '../../contract/errors.ts';
import { workflow } from '../../contract/features/workflow.ts';
import type { Worded } from '../../contract/language.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { responsibleType } from '../../contract/records/vocabulary.ts';
import { worded } from '../../contract/worded.ts';
import { part } from '../../domain/partial.ts';
import { findAbsences } from '../../domain/people/absences.ts';
import { caseRecord, type ParticipantRecord, participantRecord } from '../../domain/records.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { compareEntry, compareKept, type Kept } from '../../json/agree.ts';
import { normalise } from '../../names/spelling/normalise.ts';
import { stepMessages } from '../messages.ts';
import { intake, type Plan, planIntake } from './plan.ts';
import {
  hasFailed,
  type IntakeStep,
  type Made,
  runSteps,
  type StepResult,
  stepLines,
  stepResult,
} from './steps.ts';

const names = { party: 'participant', case: 'case', role: 'participant in case', task: 'first task' };
const shownExisting = 5;

/**
 * Workflow `open_case_intake`: opens a case with its party and first task, and reports exactly which steps were done.
 */
export const openCaseIntake = workflow({
  name: 'open_case_intake',
  title: 'Open a case',
  titleRu: 'Завести дело',
  search: { words: 'intake create case client' },
  access: 'create',
  description:
    'Opens a case: party by INN or name, or a new one; the case; the party’s role; a first task. Refuses duplicates; a failed step undoes nothing.',
  input: intake,
  output: z.object({ steps: z.array(stepResult), is_complete: z.boolean(), due: z.string().optional() }),
  run: async (operations, args, workflowContext) => {
    const { clock, notes } = await localTime(operations, workflowContext);
    const plan = await planIntake(operations, workflowContext.names, args, clock);
    refuseUnknownKind(plan);
    const steps = await describeExisting(operations, await runSteps(stepsOf(operations, plan)));
    const failed = steps.find(hasFailed);
    const away = await part('users', absencesOf(operations, plan, clock));
    const due = plan.due && `${clock.moment(plan.due)} ${clock.timeZone}`;
    return {
      data: { steps, is_complete: failed === undefined, due },
      text: [
        ...stepLines(steps),
        ...(plan.responsible?.isExact === false ? [`Responsible: ${plan.responsible.name}.`] : []),
        ...(due ? [`The task is due ${due}.`] : []),
        ...(away.value?.sentences ?? []).map((one) => one[workflowContext.language]),
      ].join('\n'),
      notes: [...(due ? notes : []), ...(failed ? [adviceOn(failed, steps)] : [])],
      isIncomplete: failed !== undefined,
    };
  },
});

/** Returns a sentence if the responsible user is away. */
const absencesOf = (operations: OperationClient, { responsible, due }: Plan, { timeZone }: Clock) =>
  findAbsences(operations, {
    users: responsible ? [responsible.id] : [],
    timeZone,
    until: due?.slice(0, 10),
  });

/** Refuses a new participant whose kind is unknown. The length of an INN reveals the kind. */
function refuseUnknownKind({ asked, parties }: Plan): void {
  if (parties.length > 0) return;
  if (asked.party === undefined)
    throw new InvalidArgumentsError(
      'No participant has this INN: pass its name as `party`. Nothing was done.',
    );
  if (asked.kind === undefined && asked.inn === undefined)
    throw new InvalidArgumentsError(
      'No participant has this name: to create it, pass `inn` or `kind`. Nothing was done.',
    );
}

function stepsOf(operations: OperationClient, plan: Plan): IntakeStep[] {
  const { asked, typeId, roleId, taskName, due } = plan;
  const responsibleId = plan.responsible?.id;
  const idOf = (made: ReadonlyMap<string, Made>, step: string) => made.get(step)?.id ?? '';
  const steps: IntakeStep[] = [
    { name: names.party, run: () => provideParty(operations, plan) },
    {
      name: names.case,
      run: async () => {
        const sent = {
          ObjectTypeId: typeId,
          Name: asked.name,
          ...(asked.number ? { Number: asked.number } : {}),
          ...(asked.description ? { Description: asked.description } : {}),
          ...(responsibleId ? { ResponsibleId: responsibleId } : {}),
          ...(asked.fields ? { Fields: asked.fields } : {}),
        };
        const answer = await operations.call('create_object', { ...sent, CheckForDuplicates: true });
        return {
          ...madeOf(caseRecord, answer),
          ...doubtsOf(compareKept(sent, answer, { ObjectTypeId: 'Type' })),
        };
      },
    },
    {
      name: names.role,
      run: async (made) => {
        const id = idOf(made, names.case);
        const ParticipantId = idOf(made, names.party);
        const role = roleId ? { RoleId: roleId } : {};
        const answer = await operations.call('add_object_participant', { id, ParticipantId, ...role });
        const { Participants } = (answer ?? {}) as { Participants?: unknown };
        return { name: asked.role, ...doubtsOf(compareEntry({ ParticipantId, ...role }, Participants)) };
      },
    },
  ];
  if (taskName === undefined) return steps;
  const responsible = responsibleId
    ? { Responsibles: [{ Id: responsibleId, Type: responsibleType.user }] }
    : {};
  const run: IntakeStep['run'] = async (made) => {
    const sent = {
      CaseId: idOf(made, names.case),
      ...responsible,
      ...(due ? { ExecutionDate: due } : {}),
    };
    // The API description identifies the name of a task by a dictionary value. Send the name if it is known, because
    // some services do not accept the id of that value.
    const { id, name } = taskName;
    const called = name === undefined ? { NameId: id } : { Name: name };
    const answer = await operations.call('create_task', { ...called, ...sent });
    return { ...madeOf(caseRecord, answer), ...doubtsOf(compareKept(sent, answer)) };
  };
  return [...steps, { name: names.task, run }];
}

/**
 * Describes the values that the service did not save or does not return. The service returns 201 even if it ignored
 * unknown fields, or values that the user may not write (API description, Rules for create and edit, 1).
 */
function doubtsOf({ unkept, unseen }: Kept): Pick<Made, 'why'> {
  const why = [
    ...(unkept.length > 0 ? [`Not saved, although the service reported success: ${unkept.join(', ')}.`] : []),
    ...(unseen.length > 0 ? [`The service does not show whether it saved: ${unseen.join(', ')}.`] : []),
  ];
  return why.length === 0 ? {} : { why: why.join(' ') };
}

/** Returns the existing participant, or creates one. Creates none if several existing ones may be meant. */
async function provideParty(operations: OperationClient, { asked, parties }: Plan): Promise<Made> {
  const [only, second] = parties;
  const isChosen = only !== undefined && second === undefined && isMeant(only, asked);
  const exact = parties.filter((one) => isCalled(one, asked));
  const found = isChosen ? only : exact.length === 1 ? exact[0] : undefined;
  if (found) return { state: 'existing', id: found.Id, name: found.Name, url: found.Url };
  if (only !== undefined)
    return {
      state: 'failed',
      why: 'Possible participants: call again with the link or id of one as `party`.',
      existing: parties.map(({ Id, Name }) => ({ id: Id, name: Name })),
    };
  const kind = asked.kind ?? (asked.inn?.length === 12 ? 'Individual' : 'Company');
  const inn =
    asked.inn === undefined ? {} : kind === 'Company' ? { IdNumber: asked.inn } : { INN: asked.inn };
  const named = kind === 'Company' ? { CompanyInfo: { Name: asked.party, ...inn } } : inn;
  const sent = { Type: kind, Name: asked.party, ...named };
  const answer = await operations.call('create_participant', { ...sent, CheckForDuplicates: true });
  return { ...madeOf(participantRecord, answer), ...doubtsOf(compareKept(sent, answer)) };
}

/**
 * Checks for an exact match. An INN or id identifies a participant, but part of a name may match a different
 * participant.
 */
const isMeant = ({ Id, Name }: ParticipantRecord, { party = '', inn }: Plan['asked']) =>
  inn !== undefined || party.includes(Id) || isCalled({ Name }, { party });

const isCalled = (
  { Name = '' }: Pick<ParticipantRecord, 'Name'>,
  { party = '' }: Pick<Plan['asked'], 'party'>,
) => normalise(Name) === normalise(party);

/** Reads the created record from the response. @throws UnexpectedAnswerError if the response has no id */
function madeOf(
  record: z.ZodType<{ Id: string; Name?: string | undefined; Url?: string | undefined }>,
  answer: unknown,
): Made {
  const made = record.safeParse(answer);
  if (!made.success) throw new UnexpectedAnswerError('The service’s answer does not say what was created.');
  return { id: made.data.Id, name: made.data.Name, url: made.data.Url };
}

/** Adds the names of the conflicting records. If a name cannot be read, only the id is shown. */
function describeExisting(operations: OperationClient, steps: readonly StepResult[]): Promise<StepResult[]> {
  const read = async (tool: 'get_participant' | 'get_object', id: string) => {
    const answer = await operations.call(tool, { id }).catch(() => undefined);
    return { id, name: caseRecord.safeParse(answer).data?.Name };
  };
  return Promise.all(
    steps.map(async (step) => {
      const tool = step.step === names.party ? 'get_participant' : 'get_object';
      const existing = step.existing?.slice(0, shownExisting);
      if (existing === undefined) return step;
      return {
        ...step,
        existing: await Promise.all(existing.map((one) => (one.name ? one : read(tool, one.id)))),
      };
    }),
  );
}

/** Returns a note that lists the completed steps, the remaining steps, and the next action. */
function adviceOn(failed: StepResult, steps: readonly StepResult[]): Worded {
  const inState = (...states: StepResult['state'][]) =>
    steps
      .filter(({ state }) => states.includes(state))
      .map(({ step }) => step)
      .join(', ') || stepMessages.nothing;
  const next =
    failed.state === 'unknown'
      ? worded(stepMessages.unknownStep, { step: failed.step })
      : failed.existing
        ? stepMessages.existing
        : stepMessages.stepByStep;
  return worded(stepMessages.stopped, {
    step: failed.step,
    state: failed.state,
    done: inState('done'),
    found: inState('existing'),
    left: inState('not tried'),
    next,
  });
}
