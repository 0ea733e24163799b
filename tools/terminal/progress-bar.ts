import type { Writable } from 'node:stream';

export interface ProgressBar {
  /** `fraction` is from 0 to 1. */
  show: (fraction: number, text: string) => void;
  end: () => void;
}

const barWidth = 24;
const eraseLine = '\r\u001b[2K';

/** A terminal shows one line that is redrawn; a file or a pipe gets a line for every tenth of the way. */
export const createProgressBar = (output: Writable & { isTTY?: boolean; columns?: number }): ProgressBar => {
  let tenthsShown = -1;
  return {
    show: (fraction, text) => {
      const tenths = Math.floor(fraction * 10);
      if (output.isTTY) output.write(eraseLine + formatBar(fraction, text, output.columns));
      else if (tenths > tenthsShown) output.write(`${formatPercent(fraction)} ${text}\n`);
      tenthsShown = Math.max(tenths, tenthsShown);
    },
    end: () => {
      if (output.isTTY && tenthsShown >= 0) output.write('\n');
    },
  };
};

/** One column stays free: a full line would make some terminals wrap. */
const formatBar = (fraction: number, text: string, columns = 80): string => {
  const filled = Math.floor(fraction * barWidth);
  const bar = '#'.repeat(filled) + '-'.repeat(barWidth - filled);
  return `[${bar}] ${formatPercent(fraction)} ${text}`.slice(0, columns - 1);
};

const formatPercent = (fraction: number): string => `${Math.floor(fraction * 100)} %`.padStart(5);
