import { beforeAll, describe, expect, it } from 'vitest';
import { readReferenceDocument } from '../../../src/api/reference/read-document.ts';
import { readDeploymentFile } from '../../../src/deployment/forms/deployment-file.ts';
import { formOf } from '../../../src/deployment/forms/form.ts';
import { learnNames } from '../../../src/deployment/matching/learn.ts';
import { fieldWords } from '../../../tools/field-words.ts';
import {
  body,
  bodySchema,
  type Change,
  everywhere,
  learnt,
  operations,
  query,
  readPublished,
} from '../../support/repository/changed-reference.ts';
import { type Json, nodesOf } from '../../support/repository/openapi.ts';

beforeAll(readPublished);

describe('the embedded service’s own reference', () => {
  it('agrees with the catalogue in everything, and shows the path that the description does not state', () => {
    const { operations: names, unsure, contradictions, required, absent } = learnt();
    // Replacing operations are ignored here, because the server learns the accepted fields of each of them.
    const renamed = Object.entries(names).flatMap(([name, { takes: _, ...others }]) =>
      Object.keys(others).length === 0 ? [] : [[name, others]],
    );
    expect(renamed).toEqual([['get_mcp_settings', { route: 'GET /api/v1/mcp/connectionSettings' }]]);
    expect({ contradictions, required }).toEqual({ contradictions: [], required: [] });
    // A service without extensions lacks everything that the description lacks.
    expect(unsure.map(({ operation, field }) => `${operation} ${field}`)).toEqual([
      'list_objects Name',
      'list_cases Name',
      'search_objects Name',
      'search_cases Name',
    ]);
    expect(absent).toEqual(['check_health']);
  });
});

describe('a name', () => {
  it.each([
    [
      'in another case of letters',
      { ExecutionDateFrom: 'executiondatefrom' },
      { ExecutionDateFrom: 'executiondatefrom' },
    ],
    [
      'of like words',
      { CaseId: 'MatterGuid', ResponsibleIds: 'AssigneeIds' },
      { CaseId: 'MatterGuid', ResponsibleIds: 'AssigneeIds' },
    ],
    [
      'of the only range',
      { ExecutionDateFrom: 'minMoment', ExecutionDateTo: 'maxMoment' },
      { ExecutionDateFrom: 'minMoment', ExecutionDateTo: 'maxMoment' },
    ],
    ['of the only list of ids', { ResponsibleIds: 'Whom' }, { ResponsibleIds: 'Whom' }],
  ])('is learnt %s', (_, changes, expected) => {
    expect(learnt({ 'GET /api/v2/tasks': query(changes) }).operations.list_tasks?.names).toEqual(expected);
  });

  it('that the description states is learnt by its letters, and the number of a page by the records before it', () => {
    const changes = { CaseId: 'case_id', Page: 'offset', PageSize: 'limit' };
    const { operations: names, contradictions } = learnt({ 'GET /api/v2/events': query(changes) });
    expect(names.list_events).toMatchObject({ names: changes, shapes: { Page: 'offset' } });
    expect(contradictions).toEqual([]);
  });

  it('is learned if it only adds its type', () => {
    const changes = { 'POST /api/v3/documents': body({ Search: 'SearchString' }) };
    expect(learnt(changes).operations.list_documents?.names).toEqual({ Search: 'SearchString' });
  });

  it('that the description states is never another one', () => {
    const { operations: names, contradictions } = learnt({
      'GET /api/v2/events': query({ CaseId: 'MatterId' }),
    });
    expect(names.list_events).toBeUndefined();
    expect(contradictions).toEqual([{ operation: 'list_events', field: 'CaseId' }]);
  });

  it.each([
    ['two could be it', { CaseId: 'MatterId', ResponsibleIds: 'DossierId' }],
    ['it means another thing', { CaseId: 'ParentCaseId', ResponsibleIds: 'x' }],
  ])('is unchanged and reported if %s', (_, changes) => {
    const one = { in: 'query', schema: { type: 'string', format: 'uuid' } };
    const { operations: names, unsure } = learnt({
      'GET /api/v2/tasks': (operation) => {
        query({ CaseId: undefined, ResponsibleIds: undefined })(operation, {});
        for (const name of Object.values(changes)) operation.parameters.push({ ...one, name });
      },
    });
    expect(names.list_tasks).toBeUndefined();
    expect(unsure).toContainEqual({
      operation: 'list_tasks',
      place: 'query',
      field: 'CaseId',
      candidates: Object.values(changes),
    });
  });

  it('of a field that is there only perhaps is no other’s, though nothing else is left', () => {
    const { operations: names, unsure } = learnt({
      'POST /api/v2/scripts/run': body({ ObjectId: 'WorkerId' }),
    });
    expect(names.run_script).toBeUndefined();
    expect(unsure).toContainEqual(expect.objectContaining({ operation: 'run_script', field: 'ObjectId' }));
  });

  it('within a presumed field is learnt, within a stated one only in another case of letters', () => {
    const { operations: names } = learnt({
      'POST /api/v3/tasks': (operation, document) => {
        const { Responsibles } = bodySchema(operation, document).properties;
        Responsibles.items.properties = {
          PersonId: Responsibles.items.properties.Id,
          Kind: { type: 'string' },
        };
      },
      'POST /api/v3/events': (operation, document) => {
        const { Attendees } = bodySchema(operation, document).properties;
        Attendees.items.properties = {
          ENTITYID: { type: 'string', format: 'uuid' },
          Address: { type: 'string' },
        };
      },
    });
    expect(names.create_task?.names).toEqual({ 'Responsibles.Type': 'Kind' });
    expect(names.create_event?.names).toEqual({ 'Attendees.EntityId': 'ENTITYID' });
  });

  it('of the only file of a form is learnt', () => {
    const { operations: names } = learnt({ 'PUT /api/v3/documents': body({ File: 'formFile' }) });
    expect(names.create_document?.names).toEqual({ File: 'formFile' });
  });
});

describe('an ambiguous field name', () => {
  const adding = body({ ParticipantId: 'PersonId', RoleId: 'PartId' });
  const added = {
    'POST /api/v2/objects/{id}/participants': adding,
    'POST /api/v2/cases/{id}/participants': adding,
  };
  const excluding = 'PUT /api/v3/participants/ExcludeParticipantFromProject';
  const withNames = body({ ProjectId: 'HolderId', ParticipantId: 'PersonId', RoleId: 'PartId' });

  it('is learned if another request resolves it, and then the only remaining one too', () => {
    expect(learnt({ ...added, [excluding]: withNames }).operations.exclude_participant?.names).toEqual({
      ProjectId: 'HolderId',
      ParticipantId: 'PersonId',
      RoleId: 'PartId',
    });
  });

  it('stays unmapped if no other request resolves it', () => {
    const { operations: names, unsure } = learnt({ [excluding]: withNames });
    expect(names.exclude_participant).toBeUndefined();
    expect(unsure.filter(({ operation }) => operation === 'exclude_participant')).toHaveLength(3);
  });

  it('stays unmapped if other requests use it for two fields', () => {
    const { operations: names } = learnt({
      ...added,
      [excluding]: withNames,
      'GET /api/v2/tasks': query({ CaseId: 'PersonId' }),
    });
    expect(names.list_tasks?.names).toEqual({ CaseId: 'PersonId' });
    expect(names.exclude_participant?.names).toEqual({ RoleId: 'PartId' });
  });

  it('is learned for the record whose id an argument is', () => {
    const parties = everywhere({ Participant: 'Person', Role: 'Part' });
    expect(learnt(added, parties).answers.party).toEqual({ Participant: 'Person', Role: 'Part' });
    expect(learnt({}, parties).answers.party).toBeUndefined();
  });

  it('is learned for a response if a request has the same field by that name', () => {
    expect(learnt({}, everywhere({ Stage: 'Phase' })).answers.case).toEqual({ Stage: 'Phase' });
  });

  it('is learned for responses of any type and for lists with other names', () => {
    const otherwise = (document: Json): void => {
      everywhere({ Stage: 'Phase' })(document);
      everywhere({ Items: 'content' })(document);
      for (const { responses } of nodesOf(document.paths))
        for (const { content } of Object.values<Json>(responses ?? {})) {
          if (content?.['application/json'] === undefined) continue;
          content['*/*'] = content['application/json'];
          delete content['application/json'];
        }
    };
    // A single record has another form than in lists.
    const inListsAlone: Change = (operation) => {
      operation.responses = {};
    };
    const { answers } = learnt({ 'GET /api/v2/objects/{id}': inListsAlone }, otherwise);
    expect(answers.case).toEqual({ Stage: 'Phase' });
  });

  it('stays unmapped in a response if the field has another type', () => {
    const counted = (document: Json) => {
      everywhere({ Stage: 'Phase' })(document);
      for (const { properties } of nodesOf(document.components))
        if (properties?.Phase && properties.Participants) properties.Phase = { type: 'integer' };
    };
    expect(learnt({}, counted).answers.case).toBeUndefined();
  });

  it.each([
    ['is learnt where its values mean the same', ['Document', 'Directory'], { EntityKind: 'Entity' }],
    ['stays where none of its values does', ['Binder', 'Shelf'], undefined],
    ['stays where it has more values', ['Document', 'Directory', 'Link'], undefined],
  ])('%s', (_, values, expected) => {
    const { operations: names } = learnt({
      'POST /api/v3/documents': (operation, document) => {
        body({ EntityKind: 'Entity' })(operation, document);
        bodySchema(operation, document).properties.Entity.enum = values;
      },
    });
    expect(names.list_documents?.names).toEqual(expected);
  });
});

describe('other learned facts', () => {
  it('the location of a field', () => {
    const { operations: names } = learnt({
      'POST /api/v2/objects': (operation, document) => {
        delete bodySchema(operation, document).properties.CheckForDuplicates;
        operation.parameters = [{ name: 'checkForDuplicates', in: 'query', schema: { type: 'boolean' } }];
      },
    });
    expect(names.create_object?.places).toEqual({ CheckForDuplicates: 'query' });
  });

  it('the object in which a form with files has all other fields', () => {
    const { operations: names } = learnt({
      'PUT /api/v3/documents': (operation, document) => {
        const { File, ...properties } = bodySchema(operation, document).properties;
        bodySchema(operation, document).properties = { File, record: { type: 'object', properties } };
      },
    });
    expect(names.create_document).toEqual({ inside: 'record' });
  });

  it('values in another case of letters', () => {
    const { operations: names } = learnt({
      'POST /api/v3/documents': (operation, document) => {
        bodySchema(operation, document).properties.EntityKind.enum = ['file', 'folder'];
      },
    });
    expect(names.list_documents?.values).toEqual({ EntityKind: { Folder: 'folder', File: 'file' } });
  });

  it('a path with another spelling, but not with another word', () => {
    const moved =
      (from: string, to: string): Change =>
      (operation, document) => {
        delete document.paths[from].post;
        delete document.paths[from].put;
        document.paths[to] = { ...document.paths[to], post: operation, put: operation };
      };
    const { operations: names, absent } = learnt({
      'PUT /api/v2/calls/{id}/attachRecordin': moved(
        '/api/v2/calls/{id}/attachRecordin',
        '/api/v2/calls/{callId}/attachRecording',
      ),
      'POST /api/v2/calls': moved('/api/v2/calls', '/api/v2/cases'),
    });
    expect(names.attach_call_recording).toEqual({ route: 'PUT /api/v2/calls/{id}/attachRecording' });
    expect(names.create_call).toBeUndefined();
    expect(absent).toContain('create_call');
  });

  it('in a form that can be read again, with any names and values in the description', () => {
    const small = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
    const all = learnt({}, (document) => {
      for (const node of nodesOf(document)) {
        if (node.in === 'query') node.name = small(node.name);
        if (Array.isArray(node.enum)) node.enum = node.enum.map((word: string) => word.toUpperCase());
        if (Array.isArray(node.required)) node.required = node.required.map(small);
        const fields = Object.entries<Json>(node.properties ?? {});
        if (fields.length > 0)
          node.properties = Object.fromEntries(fields.map(([name, schema]) => [small(name), schema]));
      }
    });
    expect(all.operations.list_tasks?.names).toMatchObject({ Page: 'page', CaseId: 'caseId' });
    expect(all.operations.create_event?.values).toMatchObject({ 'Attendees.Type': { User: 'USER' } });
    const form = JSON.stringify(formOf(all, '2026-01-01T00:00:00Z'));
    expect(readDeploymentFile(form, operations).operations).toEqual(all.operations);
  });

  it('nothing of another product', () => {
    const petStore = readReferenceDocument({
      paths: { '/api/v2/pets': { get: {} }, '/api/v2/tasks': { get: {} } },
    });
    expect(learnNames({ operations: petStore, documents: {} }, operations, fieldWords)).toBeUndefined();
  });
});
