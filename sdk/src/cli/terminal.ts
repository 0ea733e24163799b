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

/** Customers choose what texts say, and a terminal obeys control characters. */
export const toLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0)?.toString(16) ?? '';
    return `\\u{${code}}`;
  });
