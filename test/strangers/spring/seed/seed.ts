/** Initial state: the firm, its people, its cases and its work. */
import type { User } from '../../world.ts';
import { makeCatalogue } from '../catalogue.ts';
import type { Memory } from '../memory.ts';
import { Chance } from './chance.ts';
import { seedCases } from './seed-cases.ts';
import { seedDocuments } from './seed-documents.ts';
import { seedGroups, seedPeople } from './seed-people.ts';
import { seedWork } from './seed-work.ts';

/** Creates the initial state. `now` is the clock of the running service. */
export function seed(base: Date, now: () => Date): Memory {
  const ids = new Chance(7);
  const newId = () => ids.uuid();
  const chance = new Chance(11);
  const catalogue = makeCatalogue(newId);
  const { users, participants } = seedPeople(newId, chance, base, catalogue);
  const groups = seedGroups(newId, users);
  const first = users[0] as User;
  const signsIn = { login: first.login, password: 'Paragraf-5-2026', userId: first.id };
  const year = base.getUTCFullYear();
  const memory: Memory = {
    world: { signsIn, users, groups, participants, cases: [], tasks: [], events: [], documents: [] },
    catalogue,
    docFolders: [],
    files: new Map(),
    nonWorking: {
      dates: [
        { date: `${year}-02-23`, name: 'День защитника Отечества' },
        { date: `${year}-03-08`, name: 'Международный женский день' },
        { date: `${year}-06-12`, name: 'День России' },
        { date: `${year}-11-04`, name: null },
      ],
      intervals: [
        { startDate: `${year}-01-01`, endDate: `${year}-01-08`, name: 'Новогодние каникулы' },
        { startDate: `${year}-05-01`, endDate: `${year}-05-03`, name: null },
      ],
    },
    baseUrl: '',
    now,
    newId,
  };
  seedCases(memory, chance, base);
  seedDocuments(memory, chance, base);
  seedWork(memory, chance, base);
  return memory;
}
