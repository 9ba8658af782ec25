import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { type SharedState, SharedStateError } from '../../shared-state/shared-state.ts';

/** Tells the other processes about changes, so that they discard the same cached names. */
export function shareChanges(names: NameResolver, state: SharedState): NameResolver {
  if (!state.isShared) return names;
  state.listen('changed', (text) => {
    const [principalId, path] = JSON.parse(text) as [string, string | undefined];
    names.changed(principalId, path);
  });
  return {
    ...names,
    changed: (principalId, path) => {
      names.changed(principalId, path);
      // If the message is lost, cached names expire after two minutes.
      state.tell('changed', JSON.stringify([principalId, path])).catch((error: unknown) => {
        if (!(error instanceof SharedStateError)) throw error;
      });
    },
  };
}
