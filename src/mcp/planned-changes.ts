import type { Answer } from '../api/client/read-response.ts';
import type {
  ChangeGiven,
  ChangeOutcome,
  ChangeRefused,
  DraftedChange,
  PlannedChanges,
} from '../contract/features/planned-changes.ts';
import type { Operation } from '../contract/operations/operation.ts';
import type { AnyOperationClient } from '../contract/operations/operation-client.ts';
import { auditRefused } from './calls/audit.ts';
import { logCall } from './calls/log-call.ts';
import { changedFields, rowOutcome } from './calls/plans/carry-out.ts';
import type { TypesRead } from './calls/plans/record-type.ts';
import type { NamesRead } from './guards/question/record-names.ts';
import { handle } from './handle.ts';
import { withoutAdditions } from './input/foreign-arguments.ts';
import { lookingSteps, plannedSteps, planningSteps } from './pipeline.ts';
import type { Call } from './requests.ts';
import type { CallServices } from './services.ts';
import { nearestTools } from './tools/nearest-tools.ts';
import type { AnyTool, OperationTool } from './tools/tool.ts';

interface Planning {
  readonly services: CallServices;
  readonly principalId: string;
  /** Creates a call to an operation for the same caller. */
  readonly begin: (tool: OperationTool, input: unknown) => Call<Operation>;
  readonly client: () => AnyOperationClient;
}

/** Creates the functions that plan, execute and look up changes. Each change runs the steps of a separate call. */
export function createPlannedChanges({ services, principalId, begin, client }: Planning): PlannedChanges {
  const namesRead: NamesRead = new Map();
  const typesRead: TypesRead = new Map();
  const begun = async ({ tool: name, arguments: input }: ChangeGiven) => {
    const tool = await services.toolbox.find(name);
    return tool?.kind === 'operation' ? begin(tool, withoutAdditions(tool, input)) : undefined;
  };
  const isChange = ({ kind, definition }: AnyTool) => kind === 'operation' && definition.access !== 'read';
  const notAnOperation = async (name: string): Promise<ChangeRefused> => ({
    code: 'INVALID_ARGUMENTS',
    reason: `There is no operation ${JSON.stringify(name.slice(0, 80))}; workflows cannot be planned.${await nearestTools(services, name, isChange)} find_operations searches by words.`,
  });
  return {
    draft: async (change, draftWording) => {
      const call = await begun(change);
      return call === undefined
        ? await notAnOperation(change.tool)
        : drafting({ ...call, draftWording, namesRead, typesRead });
    },
    carryOut: async (change, terms) => {
      const call = await begun(change);
      if (call === undefined) return { state: 'refused', ...(await notAnOperation(change.tool)) };
      return carrying({ ...call, terms, isReadBack: true });
    },
    lookUp: async (change) => {
      const call = await begun(change);
      if (call === undefined) return { state: 'refused', ...(await notAnOperation(change.tool)) };
      const was = { text: undefined, isOpen: true };
      return looking({ ...call, was, answer: noAnswer });
    },
    changedSince: async (undo) => {
      const { operation } = (await services.catalogue.entries()).get(undo.tool) ?? {};
      const record = await client().call(undo.read.tool, undo.read.arguments);
      return operation === undefined ? [] : changedFields(operation, record, undo.expected);
    },
    recordArgument: async (tool) => {
      const { operation } = (await services.catalogue.entries()).get(tool) ?? {};
      if (operation === undefined) return notAnOperation(tool);
      const aimed = Object.values(operation.target?.args ?? {});
      const [only, other] = aimed.length > 0 ? aimed : Object.keys(operation.params ?? {});
      return other === undefined ? only : undefined;
    },
    takes: async (tool, argument) => {
      const { operation } = (await services.catalogue.entries()).get(tool) ?? {};
      return operation?.body?.[argument] && { isNew: operation.access === 'create' };
    },
    kept: services.callerStores(principalId),
    undoMs: services.undoMs,
    isDryRun: services.isDryRun,
  };
}

const noAnswer = { status: 0, text: '', body: undefined } as unknown as Answer;

const drafting = handle(planningSteps, {
  refused: async (_call, { code, reason }): Promise<DraftedChange | ChangeRefused> => ({ code, reason }),
  failed: ({ definition }, error): DraftedChange | ChangeRefused => {
    const { state: _state, ...refused } = rowOutcome(error, false, definition);
    return refused as ChangeRefused;
  },
});

const carrying = handle(plannedSteps, {
  refused: async (call, refusal): Promise<ChangeOutcome> => {
    logCall(call, { refusal: refusal.code });
    await auditRefused(call, call.input, refusal);
    const isMoved = refusal.code === 'CHANGED_MEANWHILE';
    return { state: isMoved ? 'changed meanwhile' : 'refused', ...refusal };
  },
  // The state has the property `recorded` only if the change may have been sent.
  failed: (call, error): ChangeOutcome => rowOutcome(error, 'recorded' in call, call.definition),
});

const looking = handle(lookingSteps, {
  failed: (_call, error): ChangeOutcome => {
    const { code, reason } = rowOutcome(error, false) as ChangeRefused;
    return { state: 'unknown', code, reason };
  },
});
