import type { ListedTemplate } from '../../../functions/model/templates/listed-template.ts';
import type { Tone } from '../../components/feedback/tone.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import { locale } from '../../texts/locale.ts';

const texts = templateTexts;

const tones: Readonly<Record<string, Tone>> = {
  APPROVED: 'ok',
  PENDING: 'warn',
  IN_APPEAL: 'warn',
  PAUSED: 'warn',
  REJECTED: 'bad',
  DISABLED: 'bad',
};

export const statusTone = (status: string | null): Tone => ownEntry(tones, status) ?? 'off';

export const statusWords = (status: string | null): string =>
  status === null ? texts.noStatus : (ownEntry(texts.statuses, status) ?? inWords(status));

export const categoryWords = (category: string | null): string =>
  category === null ? texts.none : (ownEntry(texts.categories, category) ?? inWords(category));

export const qualityWords = (quality: string): string =>
  ownEntry(texts.panel.qualities, quality) ?? inWords(quality).toLowerCase();

/** Says why a template cannot be sent now or soon; undefined if it can. */
export const reasonWords = ({
  status,
  rejected_reason: rejected,
  problem,
  quality,
}: Pick<ListedTemplate, 'status' | 'rejected_reason' | 'problem' | 'quality'>): string | undefined => {
  if (status?.toUpperCase() === 'REJECTED' && rejected !== null) {
    return ownEntry(texts.rejections, rejected) ?? texts.rejectedFor(inWords(rejected));
  }
  const reason = ownEntry(texts.reasons, status) ?? (problem === null ? undefined : texts.problem(problem));
  return reason ?? (quality?.toUpperCase() === 'RED' ? texts.lowQuality : undefined);
};

/** The languages of one template. The first is the one of the dashboard, if there is one. */
export type Versions = readonly [ListedTemplate, ...ListedTemplate[]];

export const byName = (templates: readonly ListedTemplate[]): Versions[] => {
  const rows = new Map<string, Versions>();
  for (const template of templates) {
    const [first, ...others] = rows.get(template.name) ?? [];
    const isFirst = !first || template.language.startsWith(locale.language);
    rows.set(template.name, isFirst ? [template, ...(first ? [first, ...others] : [])] : [first, ...others, template]);
  }
  return [...rows.values()];
};

export const toPreview = ({ name, language }: Pick<ListedTemplate, 'name' | 'language'>): string =>
  `${name}.${language}`;

export const parsePreview = (preview: string): { name: string; language: string } => {
  const dot = preview.indexOf('.');
  return { name: preview.slice(0, dot), language: preview.slice(dot + 1) };
};

/** An unknown value such as `LIMIT_EXCEEDED` becomes "Limit exceeded". */
const inWords = (text: string): string => {
  const words = text.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const ownEntry = <Value>(entries: Readonly<Record<string, Value>>, name: string | null): Value | undefined => {
  const key = name?.toUpperCase() ?? '';
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
};
