import { ApiError } from '../../model/api-error.ts';
import type { TemplateChoice, TemplateDefinition } from '../../model/template.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { markTemplateStale, putTemplate, type StoredTemplate } from '../../table/templates/templates.ts';
import { listTemplates, type TemplateSource } from '../channels/msgapp/list-templates.ts';
import { readTemplateDefinition } from '../channels/msgapp/template-definition.ts';
import { readPath, readText } from '../channels/untrusted-json.ts';

/** A send waits no longer than this for the definition of its template. */
const fetchTimeoutMs = 3_000;

/**
 * What the values of a send are fitted to: the stored definition, or the channel's own where none is stored or the
 * stored one is no good. Nothing is found when the channel does not list it, or not now: then the channel has its say.
 */
export const findDefinition = async (
  workspaceId: string,
  source: TemplateSource,
  choice: TemplateChoice,
  stored: StoredTemplate | undefined,
): Promise<TemplateDefinition | undefined> => {
  const definition = stored && !stored.is_stale ? parseDefinition(stored) : undefined;
  if (definition && !('malformed' in definition)) return definition;
  const template = (await fetchTemplate(workspaceId, source, choice)) ?? stored;
  return template && getUsableDefinition(template);
};

/** The codes by which the channel says that the values do not fit the template. */
const mismatchCodes: readonly (number | null)[] = [100, 131008, 132000, 132001, 132005, 132012, 132018];

/** The template may have changed at the channel: then the next send should not fail for the same reason. */
export const markDefinitionStale = async (
  workspaceId: string,
  { name, language }: TemplateChoice,
  code: number | null,
): Promise<void> => {
  if (mismatchCodes.includes(code) && hasValidKey(name, language)) await markTemplateStale(workspaceId, name, language);
};

/** Fetches a template in all its languages and keeps it. */
const fetchTemplate = async (
  workspaceId: string,
  source: TemplateSource,
  { name, language }: TemplateChoice,
): Promise<StoredTemplate | undefined> => {
  if (!hasValidKey(name, language)) return undefined;
  const list = await listTemplates(source, { name, timeoutMs: fetchTimeoutMs });
  const templates = list.outcome === 'listed' ? readTemplateRows(list.templates) : [];
  await Promise.all(templates.map((template) => putTemplate(workspaceId, template)));
  return templates.find((template) => template.language === language);
};

/** The rows of a list that have the name and language by which a template is kept. */
export const readTemplateRows = (rows: readonly unknown[]): StoredTemplate[] =>
  rows.flatMap((row) => {
    const [name, language] = [readText(readPath(row, 'name')), readText(readPath(row, 'language'))];
    if (name === null || language === null || !hasValidKey(name, language)) return [];
    const [status, category] = [readText(readPath(row, 'status')), readText(readPath(row, 'category'))];
    const synced = { row: JSON.stringify(row), synced_at: isoTime(clock.now()), is_stale: false };
    return [{ name, language, status, category, ...synced }];
  });

/** The channel gives names of these characters alone. Others, which a caller may send, could be too long for a key. */
export const hasValidKey = (name: string, language: string): boolean =>
  /^\w{1,512}$/.test(name) && /^[\w-]{1,35}$/.test(language);

const getUsableDefinition = (template: StoredTemplate): TemplateDefinition => {
  const definition = parseDefinition(template);
  if (!('malformed' in definition)) return definition;
  throw new ApiError(
    'template_malformed',
    `The template ${template.name} (${template.language}) cannot be used: ${definition.malformed}. ` +
      'Correct it at the channel and send again.',
  );
};

const parseDefinition = ({ row }: StoredTemplate): ReturnType<typeof readTemplateDefinition> =>
  readTemplateDefinition(JSON.parse(row));
