import { describe, expect, it } from 'vitest';
import { serviceMessage } from '../../../src/contract/service-message.ts';

describe('the message of the service', () => {
  it.each<[unknown, string | undefined]>([
    [{ ConflictMessage: 'duplicate', Error: 'e', title: 't' }, 'duplicate'],
    [{ error: 'invalid_grant', error_description: 'wrong' }, 'wrong'],
    [
      { title: 'One or more', errors: { Name: ['missing', 'short'], Date: 'wrong' } },
      'Name: missing short; Date: wrong',
    ],
    [{ title: 'Conflict', detail: 'The version is old.' }, 'The version is old.'],
    [{ title: 'Conflict', detail: ' ' }, 'Conflict'],
    [{ errors: {}, Message: 'm' }, 'm'],
    [
      {
        errors: [
          { field: 'dueDate', rejectedValue: 'x', defaultMessage: 'is no date', code: 'Date' },
          'late',
        ],
      },
      'dueDate: is no date; late',
    ],
    [{ errors: [{ propertyName: 'Name', errorMessage: 'missing' }], title: 't' }, 'Name: missing'],
    [
      { detail: [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing' }] },
      'body.name: Field required',
    ],
    [{ error: 'invalid_request' }, 'invalid_request'],
    [{ error: { code: 1 } }, undefined],
    ['<p>No <b>access</b></p><script>alert(1)</script>', 'No access'],
    ['<br>', undefined],
    [{}, undefined],
    [null, undefined],
    [7, undefined],
  ])('in %j is %j', (body, message) => {
    expect(serviceMessage(body)).toBe(message);
  });

  it('is cut at 1,000 characters', () => {
    expect(serviceMessage('x'.repeat(5000))).toBe(`${'x'.repeat(1000)}…`);
  });

  it('has no controls and no invisible characters', () => {
    const hidden = 'No\u001b[2J\u0007 \u202eaccess\u2066\u200b\ufeff\u{e0041}.\r\n\u2028Go.';
    expect(serviceMessage({ Message: hidden })).toBe('No [2J access. Go.');
  });

  it.each([['<script'], ['<'], ['<script>x</style>'], ['\u200b'], [' '], ['&#x200b;']])(
    'comes in time from 64 KB of %s',
    (piece) => {
      const body = { Message: piece.repeat(65_536 / piece.length) };
      expect((serviceMessage(body) ?? '').length).toBeLessThanOrEqual(1001);
    },
  );
});
