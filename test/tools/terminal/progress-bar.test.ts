import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgressBar } from '../../../tools/terminal/progress-bar.ts';

const capture = (terminal: { isTTY?: boolean; columns?: number }) => {
  const written: string[] = [];
  const write = (chunk: unknown, _: string, done: () => void): void => {
    written.push(String(chunk));
    done();
  };
  return { written, stream: Object.assign(new Writable({ write }), terminal) };
};

describe('a progress bar', () => {
  it('on a terminal the bar is one line that is drawn again and fits the width', () => {
    const { written, stream } = capture({ isTTY: true, columns: 40 });
    const bar = createProgressBar(stream);
    bar.show(0.5, '500 created, 2 rejected');
    bar.show(1, '1000 created, 2 rejected');
    bar.end();
    expect(written).toEqual([
      '\r\u001b[2K[############------------]  50 % 500 cr',
      '\r\u001b[2K[########################] 100 % 1000 c',
      '\n',
    ]);
  });

  it('in a file the progress is a line for every tenth', () => {
    const { written, stream } = capture({});
    const bar = createProgressBar(stream);
    for (let step = 1; step <= 100; step += 1) bar.show(step / 100, `${step} done`);
    bar.end();
    expect(written).toHaveLength(11);
    expect(written.at(1)).toBe(' 10 % 10 done\n');
    expect(written.at(-1)).toBe('100 % 100 done\n');
  });

  it('a bar that never showed anything writes nothing', () => {
    const { written, stream } = capture({ isTTY: true });
    createProgressBar(stream).end();
    expect(written).toEqual([]);
  });
});
