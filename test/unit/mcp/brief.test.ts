import { describe, expect, it } from 'vitest';
import { fitText, fitValue } from '../../support/answers/fitting.ts';

describe('a shortened result', () => {
  const anna = { Id: '00000000-0000-4000-8000-000000000001', Name: 'Anna', Email: 'anna@example.com' };
  const task = {
    Id: '00000000-0000-4000-8000-000000000002',
    CreationDate: '2026-01-01T00:00:00Z',
    Url: 'https://service.example/1',
    Name: 'File the claim',
    Number: 'A-1',
    Status: 'Open',
    ExecutionDate: '2026-02-01T00:00:00Z',
    FolderId: '00000000-0000-4000-8000-000000000009',
    Responsible: anna,
    Contact: { Phone: '+7 495 000-00-00', Site: null },
    History: [{ Date: '2026-01-01', Who: anna }],
  };

  it('is the default for lists: the most important fields of each record, and a note about the rest', async () => {
    const { json, notes } = await fitValue(
      { Items: [task], NextPageUrl: 'https://service.example/?page=2' },
      8000,
    );
    const { Url, CreationDate, FolderId, History, ...seen } = task;
    const Responsible = { Id: anna.Id, Name: 'Anna' };
    const Contact = { Phone: '+7 495 000-00-00' };
    expect(json).toEqual({ Items: [{ ...seen, Responsible, Contact }] });
    expect(notes).toContain('without CreationDate, Url, FolderId, History');
  });

  it('leaves nothing out of one record unless it is asked to', async () => {
    const { json, notes } = await fitValue(task, 8000);
    expect(json).toEqual({ ...task, Contact: { Phone: task.Contact.Phone } });
    expect(notes).toBe('');
    const brief = await fitValue(task, 8000, { detail: 'brief' });
    expect(brief.json.History).toEqual([{ Date: '2026-01-01', Who: 'Anna' }]);
    expect(brief.json.Url).toBeUndefined();
  });

  it('names a record alone once its id was given, unless the name stands for two', async () => {
    const boris = { Id: '00000000-0000-4000-8000-000000000003', Name: 'Boris' };
    const other = { Id: '00000000-0000-4000-8000-000000000004', Name: 'Boris' };
    const who = [anna, anna, boris, other, boris].map((Who, at) => ({ Id: at, Who }));
    const { json } = await fitValue(who, 8000);
    const shown = json.map((one: any) => one.Who);
    expect(shown).toEqual([{ Id: anna.Id, Name: 'Anna' }, 'Anna', boris, other, boris]);
  });

  it('gives a record in full the first time, and then by id and name, if all details are requested', async () => {
    const { json } = await fitValue(
      [{ Who: anna }, { Who: anna }, { Who: { ...anna, Email: 'new' } }],
      8000,
      {
        detail: 'full',
      },
    );
    const { Id, Name } = anna;
    expect(json).toEqual([{ Who: anna }, { Who: { Id, Name } }, { Who: { ...anna, Email: 'new' } }]);
  });

  it('has the fields that are asked for and no others, and says which there are not', async () => {
    const { json, notes } = await fitValue({ Items: [task, task], Total: 2 }, 8000, {
      fields: ['name', 'Responsible.Email', 'History.Who.Id', 'Nme'],
    });
    const one = { Name: task.Name, Responsible: { Email: anna.Email }, History: [{ Who: { Id: anna.Id } }] };
    expect(json).toEqual({ Items: [one, one], Total: 2 });
    expect(notes).toContain('No record here has Nme; available: Id, CreationDate, Url, Name');
  });

  it("keeps the service's text unchanged without a budget and selection", async () => {
    const json = '{ "Items": [null, {"a": ""}],"NextPageUrl":null}';
    expect((await fitText(json, undefined)).text).toBe(json);
  });
});
