import { shippedToolbox } from './catalogue.ts';
import { operationClasses } from './mcp/guards/policy.ts';
import { writePreparedList } from './mcp/tools/prebuilt-lists.ts';
import { createToolLists } from './mcp/tools/tool-lists.ts';
import { surfaces } from './mcp/tools/tool-selection.ts';

// The last step of the build: what the program would otherwise do at every start.
const toolbox = shippedToolbox();
const policy = { allow: new Set(operationClasses), confirm: new Set<never>(), removed: new Set<string>() };
for (const surface of surfaces) {
  const choice = { surface, added: [], removed: [], readOnly: false };
  writePreparedList(surface, await createToolLists({ toolbox, choice, policy }).operator.list());
}
