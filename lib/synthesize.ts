import { endpoints } from '../functions/api/endpoints.ts';
import { consumers } from '../functions/consumers/consumers.ts';
import { receivers } from '../functions/receivers/receivers.ts';
import { synthesizeApp } from './app.ts';

/** Writes the assembly of one environment without the command line, for programs that read or run it. */
export const synthesize = async (environment: string, outDir: string): Promise<string> =>
  synthesizeApp({
    environments: [environment],
    endpoints: [...endpoints, ...receivers],
    consumers,
    outDir,
    validate: false,
  });
