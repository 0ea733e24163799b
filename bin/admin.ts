import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code is kept between runs, which halves the start-up. It lies in the project, not in the temporary folder
// that every user of the machine can write to, because this command may run with production's credentials.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'admin'));

// A reader that has seen enough, such as `head`, closes the pipe early. That is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { main } = await import('../tools/admin/main.ts');
process.exitCode = await main(process.argv.slice(2));
