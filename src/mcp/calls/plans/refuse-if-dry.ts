import { SwitchedOffError } from '../../../contract/errors.ts';
import type { ToolDefinition } from '../../../contract/operations/operation.ts';
import { classesOf } from '../../guards/policy.ts';

/** Checks whether a tool is held back because it changes data and this server sends no changes. */
export const isHeldBack = ({ isDryRun }: { readonly isDryRun: boolean }, tool: ToolDefinition): boolean =>
  isDryRun && classesOf(tool).some((name) => name !== 'read');

/** @throws SwitchedOffError if a change is about to be sent and this server sends no changes */
export function refuseIfDry(services: { readonly isDryRun: boolean }, tool: ToolDefinition): void {
  if (isHeldBack(services, tool))
    throw new SwitchedOffError('Nothing was sent, because this server sends no change (--dry-run).');
}
