import type { Worded } from '../contract/language.ts';
import type { OperationClass } from '../contract/operations/effects.ts';
import { worded } from '../contract/worded.ts';
import type { Policy } from '../mcp/guards/policy.ts';
import type { Toolbox } from '../mcp/tools/tool.ts';
import { knownNames } from '../mcp/tools/tool-lists.ts';
import { type ToolSelection, unknownWord } from '../mcp/tools/tool-selection.ts';
import { type Config, UsageError } from './command-line.ts';
import { usageMessages } from './messages.ts';
import { settings } from './settings.ts';

export function policyOf(config: Config, service: URL): Policy {
  const { readOnly, confirm, confirmBy, tools, markup, fetchHosts: hosts } = config.tools;
  const allow: ReadonlySet<OperationClass> = readOnly ? new Set(['read']) : config.tools.allow;
  const fetching = hosts.length > 0 ? { hosts, service: service.hostname } : undefined;
  return {
    allow,
    isReadOnly: readOnly,
    confirm,
    askBy: new Set(confirmBy),
    removed: new Set(tools.removed),
    fetching,
    markup,
  };
}

/** Returns the tools that the operator chose to list. @throws UsageError if a name is unknown */
export async function selectionOf(config: Config, toolbox: Toolbox): Promise<ToolSelection> {
  const { surface, toolsets, tools, readOnly } = config.tools;
  const choice = { surface, toolsets: toolsets.length > 0 ? toolsets : undefined, ...tools, readOnly };
  if (toolsets.length + tools.added.length + tools.removed.length === 0) return choice;
  const known = await knownNames(toolbox);
  for (const [setting, part] of [
    [settings.tools.toolsets, { ...choice, added: [], removed: [] }],
    [settings.tools.tools, { ...choice, toolsets: undefined }],
  ] as const) {
    const unknown = unknownWord(part, known);
    if (unknown !== undefined)
      throw new UsageError(usageMessages.wrongWord, { name: setting.env, why: unknown });
  }
  return choice;
}

/** Returns warnings about settings that weaken confirmations, reveal more than the defaults, or have no effect. */
export function warningsOf(config: Config, { allow, confirm }: Policy): Worded[] {
  const unasked = (['delete', 'outbound', 'admin'] as const).filter(
    (name) => allow.has(name) && !confirm.has(name),
  );
  const warnings: Worded[] = [];
  if (unasked.length > 0)
    warnings.push(
      worded(usageMessages.nobodyAsked, { classes: unasked.join(', '), name: settings.tools.confirm.env }),
    );
  if (config.service.sandbox && config.service.url !== undefined)
    warnings.push(
      worded(usageMessages.sandboxNotUrl, {
        sandbox: settings.service.sandbox.env,
        url: settings.service.url.env,
      }),
    );
  if (config.unfilled.length > 0)
    warnings.push(worded(usageMessages.unfilled, { names: config.unfilled.join(', ') }));
  if (config.tokens.handOutTokens)
    warnings.push(worded(usageMessages.tokensHandedOut, { name: settings.tokens.handOutTokens.env }));
  return warnings;
}
