import { clock, isoTime } from '../clock.ts';
import { env } from '../env.ts';

const severities = { debug: 10, info: 20, warn: 30, error: 40, silent: 100 } as const;

export type Level = Exclude<keyof typeof severities, 'silent'>;

/**
 * Writes one JSON line. Never pass a body, a key, a secret or a phone number. Ordinary lines are most of the bill, so
 * they have neither level nor message; Lambda, too, takes a line without a level as INFO, and one without a timestamp.
 */
export const log = (level: Level, message: string, fields: Record<string, unknown> = {}): void => {
  if (severities[level] < threshold()) return;
  const head = level === 'info' ? {} : { timestamp: isoTime(clock.now()), level, message };
  process.stdout.write(`${JSON.stringify({ ...head, ...fields })}\n`);
};

export const errorFields = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { name: 'NonError', message: redactPhoneNumbers(String(error)) };
  const message = redactPhoneNumbers(error instanceof SyntaxError ? redactQuotedText(error.message) : error.message);
  return {
    name: error.name,
    message,
    stack: error.stack && redactPhoneNumbers(error.stack.replace(error.message, () => message)),
    // A cause that is no error may be anything, such as the query of a request.
    ...(error.cause instanceof Error ? { cause: errorFields(error.cause) } : {}),
  };
};

/** Masks phone numbers, which texts of others may quote. Ids stay as they are. */
export const redactPhoneNumbers = (text: string): string => text.replaceAll(phonePattern, '…');

const phonePattern = /(?<![\da-f-])\+?\d{7,15}(?![\da-f-])/gi;

/** JSON.parse quotes the invalid text, which may be part of a request body. */
const redactQuotedText = (message: string): string => message.replace(/".*"/s, '"…"');

const threshold = (): number => {
  const level = env.logLevel();
  return level in severities ? severities[level as keyof typeof severities] : severities.info;
};
