import { endpoints } from '../functions/api/endpoints.ts';
import { synthesizeApp } from './app.ts';

/** Writes the assembly of one environment without the command line, for programs that read or run it. */
export const synthesize = async (environment: string, outDir: string): Promise<string> =>
  synthesizeApp({ environments: [environment], endpoints, outDir, validate: false });
