import { ApiError } from '../../model/api-error.ts';
import { findTemplateRefusal } from '../../model/templates/notice.ts';
import type { TemplateChoice, TemplateDefinition } from '../../model/templates/template.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { hasValidKey, markTemplateStale, putTemplate, type StoredTemplate } from '../../table/templates/templates.ts';
import { fetchTemplates, type TemplateSource } from '../channels/msgapp/list-templates.ts';
import { readTemplateDefinition } from '../channels/msgapp/template-definition.ts';
import { platformError } from '../channels/platform-error.ts';
import { readPath, readText } from '../channels/untrusted-json.ts';

const fetchTimeoutMs = 3_000;

export interface FallbackOptions {
  isFallback?: boolean;
  /** Thrown for a template that the channel does not list. Without it, the channel judges the send itself. */
  unlistedError?: ApiError;
}

/**
 * The stored definition, or the channel's current one if none is stored or the stored one is stale, malformed or was
 * paused a while ago. Undefined if the channel does not list the template, unless `unlistedError` is to be thrown then,
 * or does not respond; the channel then judges the send itself. A fallback that is paused is not refused: the send may
 * not need it, and if it does, its message shows why it failed.
 */
export const findDefinition = async (
  workspaceId: string,
  source: TemplateSource,
  choice: TemplateChoice,
  stored: StoredTemplate | undefined,
  { isFallback = false, unlistedError }: FallbackOptions = {},
): Promise<TemplateDefinition | undefined> => {
  const definition = stored && isCurrent(stored) ? parseDefinition(stored) : undefined;
  const requireUsable = isFallback ? toDefinition : requireSendable;
  if (stored && definition && !('malformed' in definition)) return requireUsable(stored, definition);
  const fetched = await fetchTemplate(workspaceId, source, choice);
  if (fetched === 'unlisted' && unlistedError) throw unlistedError;
  const template = typeof fetched === 'object' ? fetched : stored;
  return template && requireUsable(template, getUsableDefinition(template));
};

const recheckMs = 10 * 60 * 1000;

/** The notice that a pause is over may be lost, so a refusal is not repeated for long without asking the channel. */
const isCurrent = ({ is_stale, status, synced_at, status_at = synced_at }: StoredTemplate): boolean =>
  !is_stale && (findTemplateRefusal(status) === undefined || status_at > isoTime(clock.now() - recheckMs));

/** The channel would refuse the message in these words. Nothing is stored and no quota is used. */
const requireSendable = ({ status }: StoredTemplate, definition: TemplateDefinition): TemplateDefinition => {
  const refusal = findTemplateRefusal(status);
  if (refusal) throw platformError(refusal);
  return definition;
};

const toDefinition: typeof requireSendable = (_, definition) => definition;

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
  const templates = await refreshTemplates(workspaceId, source, name);
  if (!templates) return 'unavailable';
  return templates.find((template) => template.language === language) ?? 'unlisted';
};

/** The template in all its languages. Undefined if the channel does not answer. */
export const refreshTemplates = async (
  workspaceId: string,
  source: TemplateSource,
  name: string,
): Promise<StoredTemplate[] | undefined> => {
  const syncedAt = isoTime(clock.now());
  const list = await fetchTemplates(source, { name, timeoutMs: fetchTimeoutMs });
  if (list.outcome !== 'listed') return undefined;
  const templates = readTemplateRows(list.templates, syncedAt);
  await Promise.all(templates.map((template) => putTemplate(workspaceId, template)));
  return templates;
};

export const readTemplateRows = (rows: readonly unknown[], syncedAt: string): StoredTemplate[] =>
  rows.flatMap((row) => {
    const [name, language] = [readText(readPath(row, 'name')), readText(readPath(row, 'language'))];
    if (name === null || language === null || !hasValidKey({ name, language })) return [];
    const [status, category] = [readText(readPath(row, 'status')), readText(readPath(row, 'category'))];
    const quality = readText(readPath(row, 'quality_score', 'score'));
    const synced = { row: JSON.stringify(row), synced_at: syncedAt, is_stale: false };
    return [{ name, language, status, category, quality, ...synced }];
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
