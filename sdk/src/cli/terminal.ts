/** The part of its process that a command needs. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
  printError: (line: string) => void;
  /** Ends when the person presses Ctrl-C. */
  signal: AbortSignal;
}

/** A mistake of the person at the keyboard. The message says what to do next. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The terminal of this process, until its first Ctrl-C. */
export const openTerminal = (): Terminal => {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      // Someone who presses Ctrl-C twice does not want to wait for the service.
      if (ending.signal.aborted) process.exit(130);
      ending.abort();
    });
  return {
    env: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
    signal: ending.signal,
  };
};

/** Customers choose what texts say, and a terminal obeys control characters. */
export const toLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0)?.toString(16) ?? '';
    return `\\u{${code}}`;
  });
