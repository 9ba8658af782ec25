import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/clients/harness.ts';
import { run, runProcess } from '../support/clients/process.ts';
import { environmentOf, expectDiscreet, reset, startUpstream } from '../support/servers/upstream.ts';

/** Using the command in a shell. */

let service: TestService;
let anna: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  anna = service.environment('anna');
});
afterAll(() => service.close());

describe('casebridge call', () => {
  it('prints the JSON of the service, ready for another program', async () => {
    const { code, stdout, stderr } = await run(
      ['call', 'list_participants', 'Name=Quill', 'PageSize=2'],
      anna,
    );
    expect([code, stderr]).toEqual([0, '']);
    const page = JSON.parse(stdout);
    expect(page.Items.length).toBe(1);
    expect(page.Items[0].Name).toContain('Quill');
  });

  it('takes the arguments as JSON too, and both ways mean the same', async () => {
    const pairs = await run(['call', 'list_folders', 'Name=a=b', 'Page=1'], anna);
    const asJson = await run(['call', 'list_folders', '--json', '{"Name":"a=b","Page":1}'], anna);
    expect(asJson.code).toBe(0);
    expect(asJson.stdout).toBe(pairs.stdout);
  });

  it('needs nothing but --sandbox to try it', async () => {
    const { code, stdout } = await run(['call', 'list_cases', 'PageSize=2', '--sandbox']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).Items.length).toBe(2);
  });

  it('writes only a file to stdout, unchanged', async () => {
    const listed = await run(['call', 'list_documents', 'EntityKind=File', 'PageSize=1'], anna);
    const docID = JSON.parse(listed.stdout).Items[0].Id;
    const { code, stdout, stderr } = await run(['call', 'download_document_pdf', `docID=${docID}`], anna);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^%PDF-[\s\S]*%%EOF\n?$/);
  });

  it('exits with 2 if the arguments are wrong, and names them', async () => {
    const { code, stdout, stderr } = await run(['call', 'download_file', 'id=Smith'], anna);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^NAME_UNKNOWN: Nothing was sent\. id "Smith": a file has no name\. Pass its id or link/,
    );
  });

  it('exits with 1 if the service refuses, with the reason', async () => {
    const args = ['call', 'get_object', 'id=00000000-0000-4000-8000-000000000000'];
    const { code, stdout, stderr } = await run(args, anna);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^API_ERROR 404: /);
    expectDiscreet(stderr);
  });

  it('ends with 1 if the operator does not allow it', async () => {
    const { code, stderr } = await run(['call', 'delete_task', 'id=x', '--allow', 'read', '--sandbox']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^SWITCHED_OFF: /)]);
  });

  it('exits who_am_i with 1 if no service listens at the address, and says so about the reference too', async () => {
    const env = { ...anna, CASEBRIDGE_URL: 'http://127.0.0.1:9', CASEBRIDGE_LEARN: 'on' };
    const ended = await runProcess(['call', 'who_am_i'], { ...env, CASEBRIDGE_CACHE_DIR: '/nowhere' });
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toMatch(/^UNREACHABLE: /m);
    expect(ended.stderr).toContain('"reason":"the service could not be reached"');
  });

  it('ends with 1 if a name cannot be looked up', async () => {
    service.faults.set([{ on: 'GET /api/v2/legalForms', fault: { kind: 'status', status: 403 } }]);
    const args = { Type: 'Company', Name: 'x', CompanyInfo: { LegalFormId: 'Ltd' } };
    const ended = await run(['call', 'create_participant', '--json', JSON.stringify(args)], anna);
    service.faults.set([]);
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(/^NAME_LOOKUP_FAILED: /)]);
  });

  it('exits with 1 if the sign-in is refused', async () => {
    const { code, stderr } = await run(['call', 'list_folders'], {
      ...anna,
      CASEBRIDGE_PASSWORD: 'canary-x',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^SIGN_IN_FAILED: /);
    expectDiscreet(stderr);
  });

  it('exits with 1 if the connection breaks', async () => {
    const upstream = await startUpstream({ call: reset });
    try {
      const { code, stdout, stderr } = await run(['call', 'list_folders'], environmentOf(upstream.url));
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^UNREACHABLE: /m);
      expectDiscreet(stderr);
    } finally {
      await upstream.close();
    }
  });
});
