import { readPlaceholders, unescapePlaceholders } from '../../../functions/model/contacts/placeholders.ts';
import { toCsv } from '../../../functions/model/csv.ts';
import type { TemplateParams } from '../../../functions/model/templates/template.ts';
import { type BroadcastDraft, emptyDraft, type ValueChoice } from './draft.ts';

/** The texts of params by the id of their field, whatever the template is. */
const textsOf = (params: TemplateParams = {}): Record<string, string> => {
  const { body, bodyNamed, headerText, headerMediaUrl, buttonParams } = Array.isArray(params)
    ? { body: params }
    : params;
  const entries = [
    ...(body ?? []).map((text, index) => [`body ${index + 1}`, text]),
    ...Object.entries(bodyNamed ?? {}).map(([name, text]) => [`body ${name}`, text]),
    ...(headerText === undefined ? [] : [['header', headerText]]),
    ...(headerMediaUrl === undefined ? [] : [['media', headerMediaUrl]]),
    ...Object.entries(buttonParams ?? {}).map(([index, text]) => [`button ${index}`, text]),
  ];
  return Object.fromEntries(entries);
};

const fieldPattern = /^\{\{contact\.(name|email|company|phone|attributes\.\w+)(?:\|([^{}]*))?\}\}$/;

/** A column of a file is chosen again, because a copy has no file. */
const toChoice = (text: string): ValueChoice => {
  if (readPlaceholders(text).some(({ column }) => column !== undefined)) return { from: 'text', text: '' };
  const [, from, fallback = ''] = fieldPattern.exec(text) ?? [];
  if (from) return { from, text: fallback };
  return isRaw(text) ? { from: 'raw', text } : { from: 'text', text: unescapePlaceholders(text) };
};

const isRaw = (text: string): boolean => readPlaceholders(text).length > 0;

interface Copied {
  name: string;
  template_name: string;
  template_language: string;
  segment_id: string | null;
  template: { params?: TemplateParams | undefined };
}

/** Without a segment, the recipients become rows. Values that differ are in columns. */
export const copyBroadcast = (
  broadcast: Copied,
  recipients: readonly { phone: string; params?: TemplateParams | undefined }[],
): BroadcastDraft => {
  const own = recipients.map(({ params }) => textsOf(params));
  const [first = {}] = own;
  const equal = Object.entries(first).filter(([id, text]) => own.every((texts) => texts[id] === text));
  const equalIds = equal.map(([id]) => id);
  const ids = [...new Set(own.flatMap((texts) => Object.keys(texts)))].filter((id) => !equalIds.includes(id));
  const texts = [...Object.entries(textsOf(broadcast.template.params)), ...equal];
  const shared = texts.map(([id, text]) => [id, toChoice(text)] as const);
  const rawIds = ids.filter((id) => own.some((one) => isRaw(one[id] ?? '')));
  const toColumn = (id: string, index: number): ValueChoice => ({
    ...{ from: `column ${index + 1}`, text: '' },
    ...(rawIds.includes(id) && { isRaw: true }),
  });
  const columns = ids.map((id, index) => [id, toColumn(id, index)] as const);
  const toCell = (id: string, text = '') => (rawIds.includes(id) ? text : unescapePlaceholders(text));
  const rows = recipients.map(({ phone }, index) => [phone, ...ids.map((id) => toCell(id, own[index]?.[id]))]);
  return {
    ...emptyDraft,
    name: broadcast.name,
    template: { name: broadcast.template_name, language: broadcast.template_language },
    values: Object.fromEntries([...shared, ...columns]),
    audience: broadcast.segment_id ? 'segment' : 'numbers',
    segmentId: broadcast.segment_id ?? '',
    numbers: broadcast.segment_id ? '' : toCsv(ids.length > 0 ? [['phone', ...ids], ...rows] : rows),
  };
};
