import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type LogLine, type LogLines, parseLogLine } from '../../../tools/bench/log-lines.ts';

const bytesAtATime = 64 * 1024;

/** The requests in a log file that grows, from its present end on. */
export const followLog = (path: string): LogLines => {
  const found = new Map<string, LogLine>();
  let position = statSync(path).size;
  let rest = Buffer.alloc(0);
  const readOn = (): void => {
    const bytes = readFrom(path, position);
    position += bytes.length;
    rest = Buffer.concat([rest, bytes]);
    const end = rest.lastIndexOf('\n');
    for (const text of rest.subarray(0, Math.max(0, end)).toString().split('\n')) {
      if (!text.includes('"request_id"')) continue;
      const line = parseLogLine(text);
      found.set(line.request_id ?? '', line);
    }
    rest = rest.subarray(end + 1);
  };
  return {
    get: (requestId) => {
      if (!found.has(requestId)) readOn();
      return found.get(requestId);
    },
  };
};

const readFrom = (path: string, position: number): Buffer => {
  const file = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let at = position; ; ) {
      const chunk = Buffer.alloc(bytesAtATime);
      const count = readSync(file, chunk, 0, bytesAtATime, at);
      if (count === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, count));
      at += count;
    }
  } finally {
    closeSync(file);
  }
};
