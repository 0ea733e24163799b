import { LocalError } from '../local-error.ts';

export interface RequestIds {
  requestId: string;
  extendedRequestId: string;
}

type Context = Readonly<Record<string, string>>;

/** Values are texts in quotes or context variables; anything else is an error. */
export const readHeaders = (
  parameters: Record<string, string>,
  prefix: string,
  location: string,
): Record<string, string> => {
  const entries = Object.entries(parameters).map(([key, value]) => {
    const isSupported = key.startsWith(prefix) && (/^'.*'$/.test(value) || value.startsWith('context.'));
    if (!isSupported) throw new LocalError(`${location}: the response parameter ${key} is not supported locally.`);
    return [key.slice(prefix.length), value] as const;
  });
  return Object.fromEntries(entries);
};

export const fillHeaders = (headers: Record<string, string>, context: Context): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.startsWith("'") ? value.slice(1, -1) : (context[value.slice('context.'.length)] ?? ''),
    ]),
  );

export const fillTemplate = (template: string, context: Context): Buffer =>
  Buffer.from(template.replace(/\$context\.(\w+(?:\.\w+)*)/g, (_, name: string) => context[name] ?? ''));
