import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../model/api-error.ts';
import { formatChannelError } from '../../model/messages/error.ts';
import type { SyncResult } from '../../model/templates/listed-template.ts';
import type { TemplateDefinition } from '../../model/templates/template.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import {
  putTemplate,
  queryTemplates,
  removeTemplates,
  type StoredTemplate,
  toTemplateId,
} from '../../table/templates/templates.ts';
import { getMsgappAccount } from '../channels/accounts.ts';
import { type FetchedTemplates, fetchTemplates } from '../channels/msgapp/list-templates.ts';
import { readTemplateDefinition } from '../channels/msgapp/template-definition.ts';
import { readAllPages } from '../paging.ts';
import { readTemplateRows } from './definitions.ts';

const pageTimeoutMs = 20_000;
const concurrentWritesMax = 20;

export const syncTemplates = async (workspaceId: string): Promise<SyncResult> => {
  const account = await getMsgappAccount(workspaceId);
  const syncedAt = isoTime(clock.now());
  const rows = getListedRows(await fetchTemplates(account, { timeoutMs: pageTimeoutMs }));
  const listed = readTemplateRows(rows, syncedAt);
  const listedIds = new Set(listed.map(toTemplateId));
  const stored = new Map((await queryAllTemplates(workspaceId)).map((template) => [toTemplateId(template), template]));
  // A template that was fetched after a notice, during this sync, may be too new for the list.
  const unlisted = [...stored.values()].filter(
    (template) => !listedIds.has(toTemplateId(template)) && template.synced_at <= syncedAt,
  );
  for (let start = 0; start < listed.length; start += concurrentWritesMax) {
    const batch = listed.slice(start, start + concurrentWritesMax);
    await Promise.all(batch.map((template) => putTemplate(workspaceId, template)));
  }
  await removeTemplates(workspaceId, unlisted);
  const known = listed.filter((template) => stored.has(toTemplateId(template)));
  return {
    synced: listed.length,
    added: listed.length - known.length,
    changed: known.filter((template) => hasChanged(template, stored.get(toTemplateId(template)))).length,
    removed: unlisted.length,
  };
};

interface TemplateWithProblem extends Omit<StoredTemplate, 'row' | 'is_stale'> {
  problem: string | null;
}

export const listStoredTemplates = async (workspaceId: string): Promise<TemplateWithProblem[]> =>
  (await queryAllTemplates(workspaceId)).map(({ row, is_stale, ...template }) => ({
    ...template,
    problem: findProblem(readTemplateDefinition(JSON.parse(row))),
  }));

const findProblem = (definition: TemplateDefinition | { malformed: string }): string | null =>
  'malformed' in definition ? definition.malformed : null;

const queryAllTemplates = (workspaceId: string): Promise<StoredTemplate[]> =>
  readAllPages((page) => queryTemplates(workspaceId, page), 100);

const hasChanged = ({ row }: StoredTemplate, before: StoredTemplate | undefined): boolean =>
  before !== undefined && !isDeepStrictEqual(JSON.parse(row), JSON.parse(before.row));

const getListedRows = (list: FetchedTemplates): unknown[] => {
  switch (list.outcome) {
    case 'listed':
      return list.templates;
    case 'refused':
      throw new ApiError('platform_error', `The channel refused to list the templates: ${formatChannelError(list)}`);
    case 'unreachable':
      throw new ApiError('platform_error', `The channel could not be reached (${list.reason}). Try again later.`);
  }
};
