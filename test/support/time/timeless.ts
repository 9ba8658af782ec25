import { it } from 'vitest';
import { isElsewhere } from '../clients/harness.ts';

/**
 * Declares a test that waits or causes a fault and does not depend on the date. `calendar.ts` skips such a test,
 * because a run at another date would only repeat it.
 */
export const timeless = () => (isElsewhere() ? it.skip : it);
