import { isElsewhere, transportInUse } from './harness.ts';
import { profileInUse } from './profile.ts';

/**
 * Checks whether to run tests that start their own servers or commands, and tests that need no server. They run in one
 * project only, because the transport and the profile of a project do not affect them.
 */
export const runsOnce = () => transportInUse() !== 'http' && !isElsewhere() && profileInUse === 'described';
