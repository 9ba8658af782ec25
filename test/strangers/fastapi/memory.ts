/** State of the service. */
import type { World } from '../world.ts';

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly [more: string]: unknown;
}

/** Tables other than those in `World`. */
export interface Tables {
  readonly classes: Item[];
  readonly types: Item[];
  readonly folders: Item[];
  readonly projects: Item[];
  readonly roles: Item[];
  readonly eventTypes: Item[];
  readonly taskTypes: Item[];
  readonly taskStatuses: Item[];
  readonly taskPriorities: Item[];
  readonly legalForms: Item[];
  readonly dictionaries: Item[];
  readonly values: Item[];
  readonly documentFolders: Item[];
}

export interface Memory extends Tables {
  readonly world: World;
  readonly nonWorking: { dates: Date[]; intervals: { start: Date; end: Date }[] };
  nextId(table: string): string;
}
