import { it } from 'vitest';
import { isElsewhere } from '../clients/harness.ts';

/** For a test that waits or breaks something and looks at no date: the calendar would only repeat it. */
export const timeless = () => (isElsewhere() ? it.skip : it);
