import { Readable, Writable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { main } from '../../admin/main.ts';
import type { AdminCall, AdminReport } from './admin.ts';

const run = async ({ id, command }: AdminCall): Promise<AdminReport> => {
  const [output, errors] = [collect(), collect()];
  const io = { stdin: Readable.from([]), stdout: output.stream, stderr: errors.stream };
  const exitCode = await main([...command, '--json'], io);
  return { id, exitCode, output: output.text(), errors: errors.text() };
};

const collect = (): { stream: Writable; text: () => string } => {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, written) => {
      chunks.push(chunk);
      written();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
};

parentPort?.on('message', async (call: AdminCall) => parentPort?.postMessage(await run(call)));
