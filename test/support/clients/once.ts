import { isElsewhere, transportInUse } from './harness.ts';
import { profileInUse } from './profile.ts';

/**
 * Checks whether a test runs that starts its own servers or commands, or none. Another transport would only repeat it.
 */
export const runsOnce = () => transportInUse() !== 'http' && !isElsewhere() && profileInUse === 'described';
