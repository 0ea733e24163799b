import { Failure } from '../../model/api-error.ts';
import { formatChannelError } from '../../model/message.ts';
import type { TemplateDefinition } from '../../model/template.ts';
import { putTemplate, queryTemplates, removeTemplates, type StoredTemplate } from '../../table/templates/templates.ts';
import { getMsgappAccount } from '../channels/accounts.ts';
import { listTemplates, type TemplateList } from '../channels/msgapp/list-templates.ts';
import { readTemplateDefinition } from '../channels/msgapp/template-definition.ts';
import { storableTemplates } from './definitions.ts';

const pageTimeoutMs = 20_000;
const writesAtOnceMax = 20;

/** Makes the stored templates those that the channel lists. */
export const syncTemplates = async (workspaceId: string): Promise<{ synced: number; removed: number }> => {
  const account = await getMsgappAccount(workspaceId);
  const listed = storableTemplates(rowsOf(await listTemplates(account, { timeoutMs: pageTimeoutMs })));
  const names = new Set(listed.map(nameOf));
  const gone = (await allTemplates(workspaceId)).filter((template) => !names.has(nameOf(template)));
  for (let start = 0; start < listed.length; start += writesAtOnceMax) {
    const some = listed.slice(start, start + writesAtOnceMax);
    await Promise.all(some.map((template) => putTemplate(workspaceId, template)));
  }
  await removeTemplates(workspaceId, gone);
  return { synced: listed.length, removed: gone.length };
};

/** A stored template as an operator sees it. */
export interface ListedTemplate extends Omit<StoredTemplate, 'row' | 'is_doubted'> {
  /** What is wrong with the definition, if no send can use it. */
  problem: string | null;
}

export const listStoredTemplates = async (workspaceId: string): Promise<ListedTemplate[]> =>
  (await allTemplates(workspaceId)).reverse().map(({ row, is_doubted, ...template }) => ({
    ...template,
    problem: problemOf(readTemplateDefinition(JSON.parse(row))),
  }));

const problemOf = (definition: TemplateDefinition | { malformed: string }): string | null =>
  'malformed' in definition ? definition.malformed : null;

const allTemplates = async (workspaceId: string): Promise<StoredTemplate[]> => {
  const templates: StoredTemplate[] = [];
  let after: string | undefined;
  do {
    const page = await queryTemplates(workspaceId, { limit: 100, after });
    templates.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return templates;
};

const nameOf = ({ name, language }: StoredTemplate): string => `${name} ${language}`;

const rowsOf = (list: TemplateList): unknown[] => {
  switch (list.outcome) {
    case 'listed':
      return list.templates;
    case 'refused':
      throw new Failure('platform_error', `The channel refused to list the templates: ${formatChannelError(list)}`);
    case 'unreachable':
      throw new Failure('platform_error', `The channel could not be reached (${list.reason}); try again later.`);
  }
};
