/** Seeded random generator, so that every installation has the same data. */
export class Dice {
  private state: number;
  constructor(seed: number) {
    this.state = seed;
  }
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }
  pick<T>(items: readonly T[]): T {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  id(): string {
    const hex = Array.from({ length: 32 }, () => this.int(0, 15).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

/** Item of a catalog. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Card field. If it has no tag, its id is used as one. */
export interface CardField extends Named {
  readonly tag: string;
  readonly hasTag: boolean;
  readonly kind: 'Text' | 'Number' | 'Date' | 'Checkbox' | 'Dictionary' | 'User' | 'Participant';
  readonly dictionary?: string;
  readonly required: boolean;
}

export interface Block extends Named {
  readonly kind: 'Single' | 'Multi' | 'Table';
  readonly fields: readonly CardField[];
}

export interface CaseType extends Named {
  readonly classId: string;
  readonly isDeleted: boolean;
  readonly blocks: readonly Block[];
}

export interface CaseFolder extends Named {
  readonly parent?: string;
  readonly classId: string;
}

export interface Project extends Named {
  readonly folder?: string;
  readonly classId: string;
}

export interface Dictionary extends Named {
  readonly isSystem: boolean;
  readonly values: readonly Named[];
}

/** Folder of the section Documents. `case` is set for the root folder of a case. */
export interface DocumentFolder {
  readonly id: string;
  name: string;
  readonly parent?: string;
  readonly case?: string;
}

export interface NonWorkingDays {
  Dates: string[];
  Intervals: { From: string; To: string }[];
}

/** Priorities have always had numbers instead of ids. */
export const priorities = { Низкий: 1, Обычный: 2, Высокий: 3, Срочный: 4 } as const;

export const field = (
  dice: Dice,
  name: string,
  tag: string,
  kind: CardField['kind'],
  more: { dictionary?: string; required?: boolean } = {},
): CardField => {
  const id = dice.id();
  return { id, name, tag: tag || id, hasTag: tag !== '', kind, required: false, ...more };
};

export const named = (dice: Dice, names: readonly string[]): Named[] =>
  names.map((name) => ({ id: dice.id(), name }));
