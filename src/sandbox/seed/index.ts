import type { World } from '../state/state.ts';
import { createSeeding } from './build.ts';
import { seedCases } from './cases.ts';
import { seedClassesAndTypes } from './classes-and-types.ts';
import { seedDictionaries } from './dictionaries.ts';
import { documentId, seedDocuments } from './documents.ts';
import { seedEvents } from './events.ts';
import { seedFolders } from './folders.ts';
import { seedLarge } from './large.ts';
import { seedOffice } from './office.ts';
import { seedParticipants } from './participants.ts';
import { seedTasks } from './tasks.ts';
import { seedUsers } from './users.ts';

/** Sample data only, or with thousands of additional records. */
export type DataSet = 'small' | 'large';

/** Adds the sample data to an empty state. Every date is relative to the state's clock. */
export function seedWorld(world: World, data: DataSet = 'small'): void {
  const seeding = createSeeding(world);
  seedDictionaries(seeding);
  seedClassesAndTypes(seeding);
  seedUsers(seeding);
  seedFolders(seeding);
  seedParticipants(seeding);
  seedCases(seeding, documentId);
  seedDocuments(seeding);
  seedTasks(seeding);
  seedEvents(seeding);
  seedOffice(seeding);
  if (data === 'large') seedLarge(seeding);
}
