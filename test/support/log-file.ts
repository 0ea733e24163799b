import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type LogLine, type LogLines, parseLogLine } from '../../tools/bench/log-lines.ts';

const readBufferBytes = 64 * 1024;

export const followLog = (path: string): LogLines => {
  const linesByRequestId = new Map<string, LogLine>();
  let position = statSync(path).size;
  let remainder = Buffer.alloc(0);
  const readNewLines = (): void => {
    const bytes = readFrom(path, position);
    position += bytes.length;
    remainder = Buffer.concat([remainder, bytes]);
    const end = remainder.lastIndexOf('\n');
    for (const text of remainder.subarray(0, Math.max(0, end)).toString().split('\n')) {
      // Jobs carry the id of the request that caused them.
      if (!text.includes('"request_id"') || text.includes('"message_id"')) continue;
      const line = parseLogLine(text);
      linesByRequestId.set(line.request_id ?? '', line);
    }
    remainder = remainder.subarray(end + 1);
  };
  return {
    get: (requestId) => {
      if (!linesByRequestId.has(requestId)) readNewLines();
      return linesByRequestId.get(requestId);
    },
  };
};

const readFrom = (path: string, position: number): Buffer => {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let offset = position; ; ) {
      const chunk = Buffer.alloc(readBufferBytes);
      const count = readSync(file, chunk, 0, readBufferBytes, offset);
      if (count === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, count));
      offset += count;
    }
  } finally {
    closeSync(file);
  }
};
