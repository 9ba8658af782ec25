import { SwitchedOffError } from '../../../contract/errors.ts';
import type { ToolDefinition } from '../../../contract/operations/operation.ts';
import { classesOf } from '../../guards/policy.ts';

/** Checks for a tool that changes data on a server in dry-run mode. */
export const isHeldBack = ({ isDryRun }: { readonly isDryRun: boolean }, tool: ToolDefinition): boolean =>
  isDryRun && classesOf(tool).some((name) => name !== 'read');

/** @throws SwitchedOffError if the tool changes data and this server runs in dry-run mode */
export function refuseIfDry(services: { readonly isDryRun: boolean }, tool: ToolDefinition): void {
  if (isHeldBack(services, tool))
    throw new SwitchedOffError('Nothing was sent, because this server sends no changes (--dry-run).');
}
