import { setClock, usualMoment } from './clock.ts';

setClock(usualMoment);
