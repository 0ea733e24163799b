import { env } from './env.ts';

const severities = { debug: 10, info: 20, warn: 30, error: 40, silent: 100 } as const;

export type Level = Exclude<keyof typeof severities, 'silent'>;

/** Writes one JSON line. Never give it a body, a key, a secret or a phone number. */
export const log = (level: Level, message: string, fields: Record<string, unknown> = {}): void => {
  if (severities[level] < threshold()) return;
  process.stdout.write(`${JSON.stringify({ level, message, ...fields })}\n`);
};

/** An error as log fields, with the chain of its causes. */
export const errorFields = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { name: 'NonError', message: redactPhoneNumbers(String(error)) };
  const message = redactPhoneNumbers(error instanceof SyntaxError ? redactQuotedText(error.message) : error.message);
  return {
    name: error.name,
    message,
    stack: error.stack && redactPhoneNumbers(error.stack.replace(error.message, () => message)),
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
  };
};

/** Phone numbers have no place in a log, in whatever words of others they come. Ids stay as they are. */
export const redactPhoneNumbers = (text: string): string => text.replaceAll(phonePattern, '…');

const phonePattern = /(?<![\da-f-])\+?\d{7,15}(?![\da-f-])/gi;

/** What is not JSON is quoted in the complaint: a piece of somebody's body. */
const redactQuotedText = (message: string): string => message.replace(/".*"/s, '"…"');

const threshold = (): number => {
  const level = env.logLevel();
  return level in severities ? severities[level as keyof typeof severities] : severities.info;
};
