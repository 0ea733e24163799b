import type { RequestRecord } from '../../../functions/model/access/request-record.ts';

/** The key stays in a variable: the page never has it. A body has to be added, because none is kept. */
export const curlOf = (baseUrl: string, { method, path }: Pick<RequestRecord, 'method' | 'path'>): string =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${baseUrl.replace(/\/$/, '')}${path}'`,
    '-H "Authorization: Bearer $SWITCHBOARD_API_KEY"',
    ...(method === 'POST' || method === 'PATCH' ? ["-H 'Content-Type: application/json'", "-d '{}'"] : []),
  ].join(' \\\n  ');
