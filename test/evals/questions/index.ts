import type { Question } from '../question.ts';
import { changing } from './changing.ts';
import { counting } from './counting.ts';
import { everyday } from './everyday.ts';
import { finding } from './finding.ts';
import { joining } from './joining.ts';
import { rare } from './rare.ts';

export const questions: readonly Question[] = [
  ...finding,
  ...joining,
  ...counting,
  ...rare,
  ...changing,
  ...everyday,
];
