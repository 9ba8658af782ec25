import type { Worded } from '../../contract/language.ts';
import type { settings } from '../settings.ts';
import { httpHelp } from './http.ts';
import { serviceHelp } from './service.ts';
import { toolsHelp } from './tools.ts';
import { tracingHelp } from './tracing.ts';

/** What each setting means, in one sentence: apart from the settings, since only whoever asks for it needs it. */
export const settingHelp: Readonly<Record<keyof typeof settings, Worded>> = {
  ...serviceHelp,
  ...toolsHelp,
  ...httpHelp,
  ...tracingHelp,
};
