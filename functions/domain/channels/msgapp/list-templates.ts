import { type HttpResult, sendRequest } from '../../../platform/outbound-http.ts';
import { at, listOf, textOf } from '../untrusted-json.ts';
import { type MsgappAccount, parseAnswer, requestTo } from './account.ts';
import { findRefusal, type Refusal, refusalBy } from './refusal.ts';
import type { Unreachable } from './send.ts';

export type TemplateSource = Pick<MsgappAccount, 'baseUrl' | 'version' | 'accessToken'> & { wabaId: string };

/** The rows as the channel gives them, for `readTemplateDefinition` to read. */
export type TemplateList = { outcome: 'listed'; templates: unknown[] } | Refusal | Unreachable;

interface ListOptions {
  /** For each page. */
  timeoutMs: number;
  /** Only templates of this name, in all languages. */
  name?: string | undefined;
}

/** An account may have 6,000 templates. */
const pagesMax = 100;
const pageSize = 100;

/** All templates of the account, page by page. */
export const listTemplates = async (source: TemplateSource, options: ListOptions): Promise<TemplateList> => {
  const templates: unknown[] = [];
  const cursors = new Set<string | null>();
  let after: string | null = null;
  do {
    cursors.add(after);
    const page = readPage(source, await sendRequest(pageRequest(source, options, after)));
    if (!('rows' in page)) return page;
    templates.push(...page.rows.filter((row) => options.name === undefined || at(row, 'name') === options.name));
    after = page.rows.length === 0 ? null : page.after;
  } while (!cursors.has(after) && cursors.size < pagesMax);
  return { outcome: 'listed', templates };
};

const pageRequest = (source: TemplateSource, { timeoutMs, name }: ListOptions, after: string | null) => {
  const query = new URLSearchParams({
    fields: 'name,language,status,category,parameter_format,components',
    limit: String(pageSize),
    ...(name === undefined ? {} : { name }),
    ...(after === null ? {} : { after }),
  });
  return { ...requestTo(source, 'GET', `${source.wabaId}/message_templates?${query}`), timeoutMs };
};

type TemplatePage = { rows: readonly unknown[]; after: string | null };

const readPage = (source: TemplateSource, result: HttpResult): TemplatePage | Refusal | Unreachable => {
  if (result.outcome === 'failed') return { outcome: 'unreachable', reason: `${result.reason}: ${result.code}` };
  const json = parseAnswer(result);
  if (result.status !== 200 || !Array.isArray(at(json, 'data'))) {
    return findRefusal(result.status, json, source.accessToken) ?? refusalBy(result.status);
  }
  return { rows: listOf(at(json, 'data')), after: cursorOf(at(json, 'paging')) };
};

/** Only the cursor is taken from the link to the next page, so that the token goes to no other host. */
const cursorOf = (paging: unknown): string | null => {
  const next = textOf(at(paging, 'next')) ?? '';
  return textOf(at(paging, 'cursors', 'after')) ?? URL.parse(next)?.searchParams.get('after') ?? null;
};
