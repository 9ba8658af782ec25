import { isElsewhere, transportInUse } from './harness.ts';
import { profileInUse } from './profile.ts';

/**
 * Checks whether to run tests that start their own servers or commands, and tests that need no server. They run in one
 * Vitest project only, because neither the transport nor the profile of a project affects them.
 */
export const runsOnce = () => transportInUse() !== 'http' && !isElsewhere() && profileInUse === 'described';
