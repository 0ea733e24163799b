import type { Page, PageRequest } from '../../model/page.ts';
import { removeItems } from '../dynamodb/delete.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** A template as the channel listed it. */
export interface StoredTemplate {
  name: string;
  language: string;
  status: string | null;
  category: string | null;
  /** The channel's row as JSON. It is read at every send: what can be read grows with the code, not with a sync. */
  row: string;
  synced_at: string;
  /** The channel refused what was fitted to it: it may have changed there. */
  is_stale: boolean;
}

/** Keeps what the channel listed, unless it was listed anew since. */
export const putTemplate = async (workspaceId: string, template: StoredTemplate): Promise<void> => {
  await updateIf({
    Key: keys.template(workspaceId, template.name, template.language),
    ConditionExpression: 'attribute_not_exists(pk) OR #synced_at <= :synced_at',
    ...assign({ ...template }),
  });
};

/** Has the template fetched anew by the next send. */
export const markTemplateStale = async (workspaceId: string, name: string, language: string): Promise<void> => {
  await updateIf({
    Key: keys.template(workspaceId, name, language),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ is_stale: true }),
  });
};

/** A page of the workspace's templates, from the end of the alphabet. */
export const queryTemplates = async (workspaceId: string, page: PageRequest): Promise<Page<StoredTemplate>> => {
  const { items, next } = await queryPage(keys.template(workspaceId, '', '').pk, page);
  return { items: items.map(toStoredTemplate), next };
};

/** Forgets templates, which are fetched again when a send needs them. */
export const removeTemplates = (
  workspaceId: string,
  templates: readonly Pick<StoredTemplate, 'name' | 'language'>[],
): Promise<void> => removeItems(templates.map(({ name, language }) => keys.template(workspaceId, name, language)));

export const toStoredTemplate = ({ pk, sk, ...fields }: Item): StoredTemplate => fields as unknown as StoredTemplate;
