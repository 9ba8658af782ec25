import { describe, expect, it } from 'vitest';
import { createRoutes } from '../../../src/api/client/routes.ts';
import { operation } from '../../../src/contract/operations/operation.ts';

const about = { title: 'A note', titleRu: 'Заметка', access: 'read', description: 'Gives a note.' } as const;
const plain = operation({ ...about, name: 'get_note', route: 'GET /notes' });
const moved = operation({
  ...about,
  name: 'get_notes',
  route: 'GET /notes',
  aliases: ['GET /old', 'POST /older'],
});

describe('the routes of an operation', () => {
  it('are only its own if it has one', () => {
    expect([...createRoutes().of(plain)]).toEqual([undefined]);
  });

  it('are tried from its own to the last spelling', () => {
    expect([...createRoutes().of(moved)]).toEqual([undefined, 'GET /old', 'POST /older']);
  });

  it('begin with the one that answered last, each once', () => {
    const routes = createRoutes();
    routes.answered(moved, 'POST /older');
    expect([...routes.of(moved)]).toEqual(['POST /older', undefined, 'GET /old']);
    routes.answered(moved, undefined);
    expect([...routes.of(moved)]).toEqual([undefined, 'GET /old', 'POST /older']);
  });
});
