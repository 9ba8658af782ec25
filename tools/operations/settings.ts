import { z } from 'zod';
import { presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { day, more } from './fields.ts';

export const settings = {
  id: 'settings',
  title: 'General settings',
  search: 'holiday',
  operations: [
    operation({
      name: 'get_non_working_days',
      title: 'Get non-working days',
      titleRu: 'Нерабочие дни',
      search: { words: 'when is, holiday' },
      route: 'GET /api/v3/generalsettings/NonWorkingDays',
      access: 'read',
      description:
        'Holidays and other non-working dates and intervals. Check it before planning a deadline or a hearing.',
    }),
    operation({
      name: 'update_non_working_days',
      title: 'Update non-working days',
      titleRu: 'Задать нерабочие дни',
      search: { words: 'add holiday, declare, объявить, объяви, make a day off, delete' },
      route: 'PUT /api/v3/generalsettings/NonWorkingDays',
      access: 'update',
      certain: ['Dates', 'Intervals'],
      risk: 'admin',
      body: {
        Dates: presumed(z.array(z.iso.date()).max(1000).optional().describe('Single dates')),
        Intervals: presumed(
          z
            .array(z.strictObject({ Start: day('First day'), End: day('Last day') }))
            .max(200)
            .optional()
            .describe('Intervals'),
        ),
        ...more,
      },
      target: { tool: 'get_non_working_days', args: {} },
      keeps: { Dates: 'Dates', Intervals: 'Intervals' },
      replaces: {
        Dates: { by: [], missing: 'refused' },
        Intervals: { by: ['Start', 'End'], missing: 'refused' },
      },
      loses: {},
      stores: {},
      verifiedBy: 'get_non_working_days',
      description:
        'Replaces the non-working days of everybody; a list left out stays. Refused while days would be lost.',
      errors: { 403: 'Only an administrator may change it.' },
    }),
  ],
} satisfies Area;
