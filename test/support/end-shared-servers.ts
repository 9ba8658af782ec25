import { afterAll } from 'vitest';
import { closeSharedServers } from './harness.ts';

afterAll(closeSharedServers);
