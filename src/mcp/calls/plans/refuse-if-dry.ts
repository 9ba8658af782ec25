import { SwitchedOffError } from '../../../contract/errors.ts';
import type { ToolDefinition } from '../../../contract/operations/operation.ts';
import { classesOf } from '../../guards/policy.ts';

/** Whether a tool changes anything, and this server sends no change. */
export const isHeldBack = ({ isDryRun }: { readonly isDryRun: boolean }, tool: ToolDefinition): boolean =>
  isDryRun && classesOf(tool).some((name) => name !== 'read');

/** @throws SwitchedOffError if a change comes as far as its request on a server that sends none */
export function refuseIfDry(services: { readonly isDryRun: boolean }, tool: ToolDefinition): void {
  if (isHeldBack(services, tool))
    throw new SwitchedOffError('Nothing was sent, because this server sends no change (--dry-run).');
}
