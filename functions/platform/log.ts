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
  if (!(error instanceof Error)) return { name: 'NonError', message: String(error) };
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
  };
};

const threshold = (): number => {
  const level = env.logLevel();
  return level in severities ? severities[level as keyof typeof severities] : severities.info;
};
