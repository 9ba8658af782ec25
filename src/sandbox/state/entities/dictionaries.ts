import type { ResolvedRecord } from './entity.ts';

/** Lists of values that fields choose from. */

export interface Dictionary extends ResolvedRecord {
  values: DictionaryValue[];
}

export interface DictionaryValue extends ResolvedRecord {
  order: number;
  parentId?: string;
  isDisabled?: boolean;
}
