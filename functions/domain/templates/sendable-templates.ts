import { notFound } from '../../model/api-error.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import {
  anyStatus,
  type SendableTemplate,
  type SendableTemplateFilters,
} from '../../model/templates/sendable-template.ts';
import {
  findTemplate,
  hasValidKey,
  queryTemplates,
  type StoredTemplate,
  toTemplateId,
} from '../../table/templates/templates.ts';
import { readTemplateContents } from '../channels/msgapp/template-contents.ts';
import { readTemplateDefinition } from '../channels/msgapp/template-definition.ts';
import { fillPage } from '../paging.ts';
import { findReason } from './list-templates.ts';
import { toNeededParams } from './needed-params.ts';

/** The templates are sorted by name. A page may be short, or empty, and still have a next one. */
export const listSendableTemplates = async (
  workspaceId: string,
  { status }: SendableTemplateFilters,
  page: PageRequest,
): Promise<Page<SendableTemplate>> => {
  const wanted = status.toUpperCase();
  const isMatch = (template: StoredTemplate): boolean =>
    wanted === anyStatus.toUpperCase() || template.status?.toUpperCase() === wanted;
  const { items, next } = await fillPage(page, async (step) => {
    const found = await queryTemplates(workspaceId, step);
    const matching = found.items.filter(isMatch).map((template) => ({ id: toTemplateId(template), template }));
    return { items: matching, next: found.next };
  });
  return { items: items.map(({ template }) => describe(template)), next };
};

export const getSendableTemplate = async (
  workspaceId: string,
  key: { name: string; language: string },
): Promise<SendableTemplate> => {
  const template = hasValidKey(key) ? await findTemplate(workspaceId, key) : undefined;
  if (!template) throw notFound('template');
  return describe(template);
};

const describe = (template: StoredTemplate): SendableTemplate => {
  const row: unknown = JSON.parse(template.row);
  const definition = readTemplateDefinition(row);
  const contents = readTemplateContents(row);
  const isMalformed = 'malformed' in definition;
  return {
    name: template.name,
    language: template.language,
    category: template.category,
    status: template.status,
    reason: findReason(template, row),
    quality: template.quality,
    text: contents.body ?? contents.cards[0]?.body ?? null,
    params: isMalformed ? null : toNeededParams(definition, contents),
    problem: isMalformed ? definition.malformed : null,
    synced_at: template.synced_at,
  };
};
