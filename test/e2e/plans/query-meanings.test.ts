import { describe, expect, it } from 'vitest';
import { usePlanner } from './set-up.ts';

const set = usePlanner();

const described = (sql: string) => ({ tool: 'update_task', sql, arguments: { Description: 'x' } });
const inReview = described("SELECT id FROM tasks WHERE status = 'in review' LIMIT 1");
const meaning = /^status: 'in review' was read as '(.+)'\.$/m;

describe('a text in a query for the records of a plan', () => {
  it('that was read as another value is shown with that value', async () => {
    const plan = await set.admin.plan([inReview]);
    expect(plan.text).toContain('1 rows, 1 can be carried out');
    const [, value = ''] = meaning.exec(plan.text) ?? [];
    expect(value).not.toBe('');
    const exact = await set.admin.plan([described(inReview.sql.replace('in review', value))]);
    expect(exact.text).toContain('1 rows, 1 can be carried out');
    expect(exact.text).not.toContain('was read as');
  });

  it('that was read as another value prevents that the plan is carried out at once', async () => {
    const plan = await set.admin.plan([inReview], { apply: true });
    expect(plan.text).toMatch(meaning);
    expect(plan.text).toContain(
      'The plan was not carried out yet, because a text in a query was read as another value.',
    );
    expect(plan.text).toContain('Nothing was sent');
    expect((await set.admin.apply(plan.id)).states).toEqual(['done and confirmed by reading']);
  });

  it('that was read as another value is shown once for several changes', async () => {
    const { text } = await set.admin.plan([inReview, { ...inReview, arguments: { Description: 'y' } }]);
    expect(text.match(/was read as/g)).toHaveLength(1);
  });

  it('that was read as another value is shown if the query found no record', async () => {
    const { text } = await set.admin.plan([
      described("SELECT id FROM tasks WHERE status = 'in review' AND name = 'No such task'"),
    ]);
    expect(text).toMatch(
      /CANNOT NO_RECORDS: The query found no record\. status: 'in review' was read as '.+'\./,
    );
  });

  it('that is a value lets the plan be carried out at once', async () => {
    const sql = "SELECT id FROM tasks WHERE name = 'Prepare bundle' LIMIT 1";
    const applied = await set.admin.plan([described(sql)], { apply: true });
    expect(applied.states).toEqual(['done and confirmed by reading']);
  });
});
