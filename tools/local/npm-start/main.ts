import { LocalError } from '../local-error.ts';
import { help } from './help.ts';
import { readSettings } from './settings.ts';

/** The command `npm start`; gives its exit code when the service has stopped. */
export const main = async (args: string[]): Promise<number> => {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help);
    return 0;
  }
  try {
    if (args.length > 0) throw new LocalError(`Unknown argument ${args[0]}. Try --help.`);
    const settings = readSettings(process.env);
    const { runService } = await import('./run-service.ts');
    return await runService(settings);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    return 1;
  }
};
