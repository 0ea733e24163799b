interface SampleRequest {
  method: string;
  /** A URL, or `$BASE_URL`. */
  baseUrl: string;
  path: string;
  query?: Record<string, string> | undefined;
  /** Null for a request without a key. A variable by default, because people paste samples into terminals and chats. */
  key?: string | null;
  body?: unknown;
}

export const toCurl = ({ method, baseUrl, path, query = {}, key = '$API_KEY', body }: SampleRequest): string => {
  const parameters = new URLSearchParams(query);
  const url = `${trimSlash(baseUrl)}${path}${parameters.size === 0 ? '' : `?${parameters}`}`;
  const isDefaultMethod = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl ${isDefaultMethod ? '' : `-X ${method} `}${url.startsWith('$') ? `"${url}"` : quote(url)}`,
    ...(key === null ? [] : [`-H "Authorization: Bearer ${key}"`]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))}`]),
  ].join(' \\\n  ');
};

export const trimSlash = (url: string): string => url.replace(/\/$/, '');

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The lines before a sample of the client. `baseUrl` is an expression. */
export const toClientSetUp = (baseUrl: string): string => `import { Switchboard } from '@switchboard-messaging/client';

const client = new Switchboard({ apiKey: process.env.API_KEY, baseUrl: ${baseUrl} });`;

/** JavaScript as a person would write it. */
export const toLiteral = (value: unknown, indent = ''): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, part]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : toLiteral(name);
    return `${isList ? '' : `${key}: `}${toLiteral(part, inner)}`;
  });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = isList || parts.length === 0 ? `${open}${parts.join(', ')}${close}` : `{ ${parts.join(', ')} }`;
  if (line.length + indent.length <= 60 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
};
