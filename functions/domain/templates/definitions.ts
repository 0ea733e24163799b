import { ApiError } from '../../model/api-error.ts';
import type { TemplateChoice, TemplateDefinition } from '../../model/template.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { hasValidKey, markTemplateStale, putTemplate, type StoredTemplate } from '../../table/templates/templates.ts';
import { listTemplates, type TemplateSource } from '../channels/msgapp/list-templates.ts';
import { readTemplateDefinition } from '../channels/msgapp/template-definition.ts';
import { readPath, readText } from '../channels/untrusted-json.ts';

const fetchTimeoutMs = 3_000;

/**
 * The stored definition, or the channel's current one if none is stored or the stored one is stale or malformed.
 * Undefined if the channel does not list the template, unless `unlistedError` is to be thrown then, or does not respond;
 * the channel then judges the send itself.
 */
export const findDefinition = async (
  workspaceId: string,
  source: TemplateSource,
  choice: TemplateChoice,
  stored: StoredTemplate | undefined,
  unlistedError?: ApiError,
): Promise<TemplateDefinition | undefined> => {
  const definition = stored && !stored.is_stale ? parseDefinition(stored) : undefined;
  if (definition && !('malformed' in definition)) return definition;
  const fetched = await fetchTemplate(workspaceId, source, choice);
  if (fetched === 'unlisted' && unlistedError) throw unlistedError;
  const template = typeof fetched === 'object' ? fetched : stored;
  return template && getUsableDefinition(template);
};

const mismatchCodes: readonly (number | null)[] = [100, 131008, 132000, 132001, 132005, 132012, 132018];

/** After a mismatch the template may have changed at the channel, so the next send fetches it again. */
export const markDefinitionStale = async (
  workspaceId: string,
  template: TemplateChoice,
  code: number | null,
): Promise<void> => {
  if (mismatchCodes.includes(code) && hasValidKey(template)) await markTemplateStale(workspaceId, template);
};

const fetchTemplate = async (
  workspaceId: string,
  source: TemplateSource,
  { name, language }: TemplateChoice,
): Promise<StoredTemplate | 'unlisted' | 'unavailable'> => {
  if (!hasValidKey({ name, language })) return 'unlisted';
  const list = await listTemplates(source, { name, timeoutMs: fetchTimeoutMs });
  if (list.outcome !== 'listed') return 'unavailable';
  const templates = readTemplateRows(list.templates);
  await Promise.all(templates.map((template) => putTemplate(workspaceId, template)));
  return templates.find((template) => template.language === language) ?? 'unlisted';
};

export const readTemplateRows = (rows: readonly unknown[]): StoredTemplate[] =>
  rows.flatMap((row) => {
    const [name, language] = [readText(readPath(row, 'name')), readText(readPath(row, 'language'))];
    if (name === null || language === null || !hasValidKey({ name, language })) return [];
    const [status, category] = [readText(readPath(row, 'status')), readText(readPath(row, 'category'))];
    const synced = { row: JSON.stringify(row), synced_at: isoTime(clock.now()), is_stale: false };
    return [{ name, language, status, category, ...synced }];
  });

const getUsableDefinition = (template: StoredTemplate): TemplateDefinition => {
  const definition = parseDefinition(template);
  if (!('malformed' in definition)) return definition;
  throw new ApiError(
    'template_malformed',
    `The template ${template.name} (${template.language}) cannot be used: ${definition.malformed}. ` +
      'Fix it at the channel, then send again.',
  );
};

const parseDefinition = ({ row }: StoredTemplate): ReturnType<typeof readTemplateDefinition> =>
  readTemplateDefinition(JSON.parse(row));
