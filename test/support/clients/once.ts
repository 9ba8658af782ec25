import { isElsewhere, transportInUse } from './harness.ts';
import { profileInUse } from './profile.ts';

/** For what starts servers or commands of its own, or none: clients over another transport would only repeat it. */
export const runsOnce = () => transportInUse() !== 'http' && !isElsewhere() && profileInUse === 'described';
