import { placeholderPattern, type TemplateContents } from '../../../functions/model/templates/contents.ts';
import type { StructuredParams } from '../../../functions/model/templates/template.ts';
import { templateTexts } from '../../texts/en/templates.ts';

const texts = templateTexts.fields;

export interface TemplateValue {
  id: string;
  part: 'header' | 'media' | 'body' | 'button';
  /** The placeholder, or the index of the button. */
  name: string;
  label: string;
}

const namesIn = (text: string | null): string[] => [
  ...new Set([...(text ?? '').matchAll(placeholderPattern)].map(([, name = '']) => name)),
];

/** The values that the person fills in before a template is sent. */
export const templateFields = ({ header, body, buttons }: TemplateContents): TemplateValue[] => [
  ...(header?.kind === 'text' && namesIn(header.text).length > 0
    ? [{ id: 'header', part: 'header' as const, name: '', label: texts.header }]
    : []),
  ...(header && ['image', 'video', 'document'].includes(header.kind)
    ? [{ id: 'media', part: 'media' as const, name: '', label: texts.headerMedia }]
    : []),
  ...namesIn(body).map((name, index, names) => ({
    id: `body ${name}`,
    part: 'body' as const,
    name,
    label: labelOf(body ?? '', names, index),
  })),
  ...buttons.flatMap(({ kind, text, target }, index) =>
    kind === 'copy_code' || (kind === 'url' && namesIn(target).length > 0)
      ? [{ id: `button ${index}`, part: 'button' as const, name: String(index), label: texts.button(text) }]
      : [],
  ),
];

/** Cards and places have too many parts for this form. */
export const isFillable = ({ cards, header }: TemplateContents): boolean =>
  cards.length === 0 && header?.kind !== 'location' && header?.kind !== 'other';

export const toParams = (
  fields: readonly TemplateValue[],
  values: Readonly<Record<string, string>>,
): StructuredParams => {
  const given = (part: TemplateValue['part']) =>
    fields.filter((field) => field.part === part).map(({ id, name }) => [name, values[id]?.trim() ?? ''] as const);
  const body = given('body');
  const isNumbered = body.every(([name]) => /^\d+$/.test(name));
  const [header, media] = [given('header')[0]?.[1], given('media')[0]?.[1]];
  const buttons = given('button').filter(([, value]) => value !== '');
  const filled = body.filter(([, value]) => value !== '');
  return {
    ...(body.length > 0 && isNumbered && filled.length > 0
      ? {
          body: [...body]
            .sort(([one], [other]) => Number(one) - Number(other))
            .map(([name, value]) => value || `{{${name}}}`),
        }
      : {}),
    ...(body.length > 0 && !isNumbered ? { bodyNamed: Object.fromEntries(filled) } : {}),
    ...(header ? { headerText: header } : {}),
    ...(media ? { headerMediaUrl: media } : {}),
    ...(buttons.length > 0 ? { buttonParams: Object.fromEntries(buttons) } : {}),
  };
};

const wordsMax = 3;

/** "Value after “Hi”": a person sees the words of the text, not its placeholders. Two with the same words are numbered. */
const labelOf = (body: string, names: readonly string[], index: number): string => {
  const labels = names.map((name) => placeOf(body, name));
  const label = labels[index];
  const name = names[index] ?? '';
  return label === undefined || labels.indexOf(label) !== labels.lastIndexOf(label) ? texts.value(name) : label;
};

const placeOf = (body: string, name: string): string | undefined => {
  const first = [...body.matchAll(placeholderPattern)].find(([, found]) => found === name);
  if (!first) return undefined;
  const lineOf = (text: string, at: number) => (text.split('\n').at(at) ?? '').replaceAll(placeholderPattern, '…');
  const left = lineOf(body.slice(0, first.index), -1).match(/\S+/g) ?? [];
  const right = lineOf(body.slice(first.index + first[0].length), 0).match(/\S+/g) ?? [];
  const hasWords = (words: string) => /\p{L}/u.test(words);
  const near = left.slice(-wordsMax);
  const before = near.slice(Math.max(0, near.findIndex(hasWords))).join(' ');
  const after = right.slice(0, wordsMax).join(' ');
  return hasWords(before) ? texts.after(before) : hasWords(after) ? texts.before(after) : undefined;
};
