import { notFound } from '../../model/api-error.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { ContentButton, TemplateContents } from '../../model/templates/contents.ts';
import {
  anyStatus,
  type NeededCard,
  type NeededParams,
  type SendableTemplate,
  type SendableTemplateFilters,
} from '../../model/templates/sendable-template.ts';
import type {
  TemplateButton,
  TemplateDefinition,
  TemplateHeader,
  TemplateParts,
} from '../../model/templates/template.ts';
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

const toNeededParams = ({ cards, ...parts }: TemplateDefinition, contents: TemplateContents): NeededParams => ({
  ...toNeededCard(parts, contents.buttons),
  cards: cards.map((card, index) => toNeededCard(card, contents.cards[index]?.buttons ?? [])),
});

const toNeededCard = (
  { header, body, buttons }: TemplateParts,
  contents: readonly Pick<ContentButton, 'text'>[],
): NeededCard => ({
  header: header ? findHeaderKind(header) : null,
  body: body?.placeholders ?? [],
  buttons: buttons.flatMap((button, index) => describeButton(button, index, contents[index]?.text ?? '')),
});

const findHeaderKind = (header: TemplateHeader): NeededCard['header'] => {
  if (header.kind === 'other') return null;
  return header.kind === 'text' && header.placeholder === undefined ? null : header.kind;
};

/** A quick reply without a value returns its own text. */
const describeButton = (button: TemplateButton, index: number, text: string): NeededCard['buttons'] => {
  if (button.kind === 'other' || (button.kind === 'url' && !button.dynamic)) return [];
  return [{ index, kind: button.kind, text, required: button.kind !== 'quick_reply' }];
};
