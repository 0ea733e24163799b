import type { Page, PageRequest } from '../../model/page.ts';
import { templateLanguagePattern, templateNamePattern } from '../../model/templates/listed-template.ts';
import {
  type NoticedField,
  type TemplateNotice,
  type TemplateNotices,
  type TemplateState,
  toTemplateState,
} from '../../model/templates/notice.ts';
import type { TemplateChoice } from '../../model/templates/template.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredTemplate extends Partial<TemplateState> {
  name: string;
  language: string;
  status: string | null;
  category: string | null;
  quality: string | null;
  /** The channel's row as JSON, parsed at every send, so new code reads more of it without a sync. */
  row: string;
  /** When the channel was asked: later notices are newer. */
  synced_at: string;
  /** The channel refused a send that fitted this definition, so it may have changed there. */
  is_stale: boolean;
}

type TemplateKey = Pick<TemplateChoice, 'name' | 'language'>;

export const hasValidKey = ({ name, language }: TemplateKey): boolean =>
  templateNamePattern.test(name) && templateLanguagePattern.test(language);

export const toTemplateId = ({ name, language }: TemplateKey): string => keys.template('', name, language).sk;

export const findTemplate = async (
  workspaceId: string,
  { name, language }: TemplateKey,
): Promise<StoredTemplate | undefined> => {
  const item = await findItem(keys.template(workspaceId, name, language));
  return item && toStoredTemplate(item);
};

export const findTemplates = async (
  workspaceId: string,
  templates: readonly TemplateKey[],
): Promise<StoredTemplate[]> => {
  const known = new Map(templates.filter(hasValidKey).map((template) => [toTemplateId(template), template]));
  const items = await findItems(
    [...known.values()].map(({ name, language }) => keys.template(workspaceId, name, language)),
    'eventual',
  );
  return items.map(toStoredTemplate);
};

export const putTemplate = async (workspaceId: string, template: StoredTemplate): Promise<void> => {
  await updateIf({
    Key: keys.template(workspaceId, template.name, template.language),
    ConditionExpression: 'attribute_not_exists(pk) OR #synced_at <= :synced_at',
    ...assign({ ...template }),
  });
};

export const markTemplateStale = async (workspaceId: string, { name, language }: TemplateKey): Promise<void> => {
  await updateIf({
    Key: keys.template(workspaceId, name, language),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ is_stale: true }),
  });
};

/** An older notice than the stored one changes nothing. */
export const putTemplateNotice = async (
  workspaceId: string,
  { name, language }: TemplateKey,
  field: NoticedField,
  notice: TemplateNotice,
): Promise<'stored' | 'older' | 'unknown_template'> => {
  const { written, item } = await updateIf({
    Key: keys.template(workspaceId, name, language),
    UpdateExpression: 'SET #notice = :notice',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#notice) OR #notice.#at <= :at)',
    ExpressionAttributeNames: { '#notice': `${field}_notice`, '#at': 'at' },
    ExpressionAttributeValues: { ':notice': notice, ':at': notice.at },
  });
  if (written) return 'stored';
  return item ? 'older' : 'unknown_template';
};

/** The templates are sorted by name. */
export const queryTemplates = async (workspaceId: string, page: PageRequest): Promise<Page<StoredTemplate>> => {
  const { items, next } = await queryPage(keys.template(workspaceId, '', '').pk, page, { order: 'ascending' });
  return { items: items.map(toStoredTemplate), next };
};

export const removeTemplates = (workspaceId: string, templates: readonly TemplateKey[]): Promise<void> =>
  removeItems(templates.map(({ name, language }) => keys.template(workspaceId, name, language)));

export const toStoredTemplate = ({ pk, sk, ...fields }: Item): StoredTemplate => {
  const { status_notice, category_notice, quality_notice, ...template } = fields as unknown as StoredTemplate &
    TemplateNotices;
  const notices = { status_notice, category_notice, quality_notice };
  return { ...template, ...toTemplateState(template, notices) };
};
