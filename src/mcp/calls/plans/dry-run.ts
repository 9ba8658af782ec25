import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Arguments } from '../../../api/client/build-request.ts';
import type { ToolDefinition } from '../../../contract/operations/operation.ts';
import type { Refusal } from '../../guards/refusal.ts';
import { refusalResult } from '../../output/error-text.ts';
import { textBlock } from '../../output/file-content.ts';
import type { Sanitizer } from '../../output/sanitize.ts';
import { changeDrafted, type Plannable } from './draft-change.ts';
import { isHeldBack } from './refuse-if-dry.ts';

interface Dry {
  readonly services: { readonly isDryRun: boolean; readonly sanitizer: Sanitizer };
  readonly called: ToolDefinition;
}

const lead =
  'DRY_RUN: Nothing was sent, because this server sends no changes (--dry-run). This is what the call would send:';

/** Pipeline step: on a server in dry-run mode, ends the call with a description of the change and sends nothing. */
export async function heldBack(call: Plannable & Dry): Promise<{ ended: CallToolResult } | undefined> {
  if (!isHeldBack(call.services, call.called)) return undefined;
  const outcome = await changeDrafted(call);
  if ('refusal' in outcome) return { ended: refusalResult(outcome.refusal as Refusal) };
  const { recordName, fields, loses, isLossUnread, classes, isAsked } = outcome.result;
  const shown = {
    tool: call.called.name,
    record: recordName,
    fields,
    loses,
    isLossUnread,
    classes,
    asks: isAsked,
  };
  return { ended: told(call, shown) };
}

/**
 * Pipeline step: on a server in dry-run mode, ends a workflow that changes data. Shows only its arguments, because its
 * changes are not known in advance.
 */
export function heldBackAsWhole(
  call: Dry & { readonly args: Arguments },
): { ended: CallToolResult } | undefined {
  // Let a workflow run if it plans its changes, because its own answer states that nothing is sent.
  if (!isHeldBack(call.services, call.called) || call.called.asksItself) return undefined;
  return { ended: told(call, { tool: call.called.name, arguments: call.args }) };
}

function told({ services: { sanitizer } }: Dry, shown: object): CallToolResult {
  const { text, notes } = sanitizer.json(JSON.stringify(shown));
  return { content: [textBlock([lead, sanitizer.fence(text), ...notes.map(String)].join('\n'))] };
}
