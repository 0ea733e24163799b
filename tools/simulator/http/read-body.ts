import type { IncomingMessage } from 'node:http';

/** The largest file that the channel takes, and some room for the form around it. */
const bytesMax = 101 * 1024 * 1024;

/** The whole body, or undefined when it is larger than anything the channel takes. */
export const readBody = async (message: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
