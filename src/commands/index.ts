import { call } from './call.ts';
import type { Command } from './command.ts';
import { http } from './http.ts';
import { sandbox } from './sandbox.ts';
import { serve } from './serve.ts';
import { tools } from './tools.ts';

/** The commands by the word that names them; without a word the bin serves. */
export const commands: Readonly<Record<string, Command>> = { '': serve, http, sandbox, tools, call };
