import { notFound } from '../../model/api-error.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { TemplateContents } from '../../model/templates/contents.ts';
import type { ListedTemplate, ShownTemplate, TemplateFilters } from '../../model/templates/listed-template.ts';
import { findTemplate, queryTemplates, type StoredTemplate, toTemplateId } from '../../table/templates/templates.ts';
import { readTemplateContents } from '../channels/msgapp/template-contents.ts';
import { readTemplateDefinition } from '../channels/msgapp/template-definition.ts';
import { readPath, readText } from '../channels/untrusted-json.ts';
import { fillPage } from '../paging.ts';
import { countNeeded, toNeededParams } from './needed-params.ts';

/** The templates are sorted by name. A page of a filtered list may be short, or empty, and still have a next one. */
export const listTemplates = (
  workspaceId: string,
  filters: TemplateFilters,
  page: PageRequest,
): Promise<Page<ListedTemplate>> =>
  fillPage(page, async (step) => {
    const { items, next } = await queryTemplates(workspaceId, step);
    const shown = items.map((template) => ({ id: toTemplateId(template), ...showTemplate(template) }));
    return { items: shown.filter((template) => isMatch(template, filters)), next };
  });

export const getTemplate = async (workspaceId: string, name: string, language: string): Promise<ShownTemplate> => {
  const template = await findTemplate(workspaceId, { name, language });
  if (!template) throw notFound('template');
  return showTemplate(template);
};

const showTemplate = ({ row: text, ...template }: StoredTemplate): ShownTemplate => {
  const row: unknown = JSON.parse(text);
  const definition = readTemplateDefinition(row);
  const contents = readTemplateContents(row);
  return {
    name: template.name,
    language: template.language,
    status: template.status,
    category: template.category,
    quality: template.quality,
    rejected_reason: findReason(template, row),
    problem: 'malformed' in definition ? definition.malformed : null,
    value_count: 'malformed' in definition ? null : countNeeded(toNeededParams(definition, contents)),
    body: contents.body ?? contents.cards[0]?.body ?? null,
    synced_at: template.synced_at,
    contents,
  };
};

/** The channel writes NONE for a template that it did not reject. */
export const findReason = (template: Pick<StoredTemplate, 'reason'>, row: unknown): string | null => {
  if (template.reason !== undefined) return template.reason;
  const reason = readText(readPath(row, 'rejected_reason'));
  return reason === 'NONE' ? null : reason;
};

const isMatch = ({ name, status, contents }: ShownTemplate, filters: TemplateFilters): boolean => {
  const wanted = filters.q?.trim().toLowerCase() ?? '';
  return (
    (filters.status === undefined || status?.toUpperCase() === filters.status.toUpperCase()) &&
    [name, ...listTexts(contents)].some((text) => text.toLowerCase().includes(wanted))
  );
};

const listTexts = ({ cards, ...contents }: TemplateContents): string[] =>
  [contents, ...cards].flatMap(({ header, body, footer, buttons }) => [
    ...(header?.kind === 'text' ? [header.text] : []),
    ...(body === null ? [] : [body]),
    ...(footer === null ? [] : [footer]),
    ...buttons.map(({ text }) => text),
  ]);
