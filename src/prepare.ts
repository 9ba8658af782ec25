import { surfaces } from './mcp/choice.ts';
import { operationClasses } from './mcp/policy.ts';
import { createViews } from './mcp/views.ts';
import { writePreparedList } from './prepared.ts';
import { shippedToolbox } from './shipped.ts';

// The last step of the build: what the program would otherwise do at every start.
const toolbox = shippedToolbox();
const policy = { allow: new Set(operationClasses), confirm: new Set<never>(), removed: new Set<string>() };
for (const surface of surfaces) {
  const choice = { surface, added: [], removed: [], readOnly: false };
  writePreparedList(surface, await createViews({ toolbox, choice, policy }).operator.list());
}
