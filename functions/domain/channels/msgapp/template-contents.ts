import type { ContentButton, ContentParts, TemplateContents } from '../../../model/templates/contents.ts';
import { type JsonObject, readArray, readObject, readPath, readText } from '../untrusted-json.ts';
import { codeUrlPattern, findComponent, mediaKinds, readType } from './template-definition.ts';

/** People look at the result, so it shows what it can of a malformed row. */
export const readTemplateContents = (row: unknown): TemplateContents => {
  const components = readArray(readPath(row, 'components'));
  const cards = readArray(findComponent(components, 'CAROUSEL')?.['cards']);
  return {
    ...readContentParts(components),
    cards: cards.map((card) => readContentParts(readArray(readPath(card, 'components')))),
  };
};

const readContentParts = (components: readonly unknown[]): ContentParts => {
  const header = findComponent(components, 'HEADER');
  return {
    header: header ? readHeader(header) : null,
    body: readText(findComponent(components, 'BODY')?.['text']),
    footer: readText(findComponent(components, 'FOOTER')?.['text']),
    buttons: readArray(findComponent(components, 'BUTTONS')?.['buttons']).map((button) =>
      readButton(readObject(button)),
    ),
  };
};

const readHeader = (component: JsonObject): ContentParts['header'] => {
  const format = readText(component['format'])?.toUpperCase() ?? '';
  if (format === 'TEXT') return { kind: 'text', text: readText(component['text']) ?? '' };
  if (format === 'LOCATION') return { kind: 'location' };
  return { kind: Object.hasOwn(mediaKinds, format) ? mediaKinds[format as keyof typeof mediaKinds] : 'other' };
};

const buttonKinds: Readonly<Record<string, ContentButton['kind']>> = {
  URL: 'url',
  PHONE_NUMBER: 'phone',
  QUICK_REPLY: 'quick_reply',
  COPY_CODE: 'copy_code',
  OTP: 'otp',
};

const readButton = (button: JsonObject): ContentButton => {
  const url = readText(button['url']);
  const isCode = codeUrlPattern.test(url ?? '');
  return {
    kind: isCode ? 'otp' : (buttonKinds[readType(button)] ?? 'other'),
    text: readText(button['text']) ?? '',
    target: isCode ? null : (url ?? readText(button['phone_number'])),
  };
};
