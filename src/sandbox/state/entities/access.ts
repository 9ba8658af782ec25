import type { Entity } from './entity.ts';

/** Permissions. */

/** Access levels from weakest to strongest; the same scale for cases, blocks and sections. */
export const accessLevels = ['None', 'View', 'Commenting', 'Edit', 'Administration'] as const;

export type AccessLevel = (typeof accessLevels)[number];

export const sections = [
  'Cases',
  'Events',
  'Tasks',
  'Documents',
  'Participants',
  'Users',
  'Dictionaries',
  'Scripts',
] as const;

export type Section = (typeof sections)[number];

export interface Permission {
  section: Section;
  accessLevel: AccessLevel | 'Creator';
}

/** A system role with its permissions on system sections. */
export interface SystemRole extends Entity {
  name: string;
  permissions: Permission[];
}
