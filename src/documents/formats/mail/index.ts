import type { Format } from '../../format.ts';
import { eml } from './eml.ts';
import { msg } from './msg.ts';
import { tnef } from './tnef.ts';

export const mailFormats: readonly Format[] = [msg, tnef, eml];
