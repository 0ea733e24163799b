import { type HttpResult, sendRequest } from '../../../platform/outbound/http.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import { readArray, readPath, readText } from '../untrusted-json.ts';
import { buildRequest, type MsgappAccount } from './account.ts';
import { type ChannelRefusal, findRefusal, refusalFromStatus } from './refusal.ts';
import type { UnreachableChannel } from './send.ts';

export type TemplateSource = Pick<MsgappAccount, 'baseUrl' | 'apiVersion' | 'accessToken'> & { wabaId: string };

export type FetchedTemplates = { outcome: 'listed'; templates: unknown[] } | ChannelRefusal | UnreachableChannel;

interface ListOptions {
  timeoutMs: number;
  name?: string | undefined;
}

const pagesMax = 100;
const pageSize = 100;

/** Stops when the channel repeats a cursor. */
export const fetchTemplates = async (source: TemplateSource, options: ListOptions): Promise<FetchedTemplates> => {
  const templates: unknown[] = [];
  const visitedCursors = new Set<string | null>();
  let after: string | null = null;
  do {
    visitedCursors.add(after);
    const page = readPage(source, await sendRequest(buildPageRequest(source, options, after)));
    if (!('rows' in page)) return page;
    templates.push(...page.rows.filter((row) => options.name === undefined || readPath(row, 'name') === options.name));
    after = page.rows.length === 0 ? null : page.after;
  } while (!visitedCursors.has(after) && visitedCursors.size < pagesMax);
  return { outcome: 'listed', templates };
};

const buildPageRequest = (source: TemplateSource, { timeoutMs, name }: ListOptions, after: string | null) => {
  const query = new URLSearchParams({
    fields: 'name,language,status,category,rejected_reason,quality_score,parameter_format,components',
    limit: String(pageSize),
    ...(name === undefined ? {} : { name }),
    ...(after === null ? {} : { after }),
  });
  return { ...buildRequest(source, 'GET', `${source.wabaId}/message_templates?${query}`), timeoutMs };
};

type TemplatePage = { rows: readonly unknown[]; after: string | null };

const readPage = (source: TemplateSource, result: HttpResult): TemplatePage | ChannelRefusal | UnreachableChannel => {
  if (result.outcome === 'failed') return { outcome: 'unreachable', reason: `${result.reason}: ${result.code}` };
  const json = parseJson(result.body.toString());
  if (result.status !== 200 || !Array.isArray(readPath(json, 'data'))) {
    return findRefusal(result, json, source.accessToken) ?? refusalFromStatus(result);
  }
  return { rows: readArray(readPath(json, 'data')), after: readCursor(readPath(json, 'paging')) };
};

/** Uses only the cursor of the `next` link, so the token never goes to another host. */
const readCursor = (paging: unknown): string | null => {
  const next = readText(readPath(paging, 'next')) ?? '';
  return readText(readPath(paging, 'cursors', 'after')) ?? URL.parse(next)?.searchParams.get('after') ?? null;
};
