import * as z from 'zod/mini';
import type { CardParams, StructuredParams } from './template.ts';

const mediaKinds = ['image', 'video', 'document', 'location', 'other'] as const;
const buttonKinds = ['url', 'phone', 'quick_reply', 'copy_code', 'otp', 'other'] as const;

const header = z.union([
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.enum(mediaKinds) }),
]);

const button = z.object({
  kind: z.enum(buttonKinds),
  text: z.string(),
  /** The link or phone number that it opens. */
  target: z.nullable(z.string()),
});

const parts = {
  header: z.nullable(header),
  /** Null where the channel writes the text itself, as it does for one-time codes. */
  body: z.nullable(z.string()),
  footer: z.nullable(z.string()),
  buttons: z.array(button),
};

/** A template as a customer sees it, with `{{1}}` or `{{name}}` where values go. */
export const templateContents = z.object({ ...parts, cards: z.array(z.object(parts)) });

export type TemplateContents = z.output<typeof templateContents>;
export type ContentParts = Omit<TemplateContents, 'cards'>;
export type ContentButton = z.output<typeof button>;

/** A piece of text. With a placeholder, the text is its value, or the placeholder itself while it has none. */
export interface TextPart {
  text: string;
  placeholder: string | null;
}

export interface RenderedParts {
  header: { kind: 'text'; text: TextPart[] } | { kind: (typeof mediaKinds)[number] } | null;
  body: TextPart[] | null;
  footer: string | null;
  buttons: { kind: ContentButton['kind']; text: string; target: TextPart[] | null }[];
}

export interface RenderedTemplate extends RenderedParts {
  cards: RenderedParts[];
}

/** The message as it arrives with these values. */
export const renderTemplate = (
  { cards, ...contents }: TemplateContents,
  params: StructuredParams = {},
): RenderedTemplate => ({
  ...renderParts(contents, params),
  cards: cards.map((card, index) => renderParts(card, params.cards?.[index] ?? {})),
});

const renderParts = ({ header, body, footer, buttons }: ContentParts, params: StructuredParams): RenderedParts => ({
  header: header?.kind === 'text' ? { kind: 'text', text: renderText(header.text, () => params.headerText) } : header,
  body: body === null ? null : renderText(body, (name) => findBodyValue(params, name)),
  footer,
  buttons: buttons.map(({ kind, text, target }, index) => ({
    kind,
    text,
    target: target === null ? null : renderText(target, () => ownValue(params.buttonParams, String(index))),
  })),
});

const findBodyValue = ({ body, bodyNamed }: CardParams, name: string): string | undefined =>
  ownValue(bodyNamed, name) ?? body?.[Number(name) - 1];

/** Ignores inherited properties: "constructor" is a possible placeholder. */
export const ownValue = (values: Record<string, string> | undefined, name: string): string | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

export const placeholderPattern = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

const renderText = (text: string, findValue: (name: string) => string | undefined): TextPart[] => {
  const rendered: TextPart[] = [];
  let end = 0;
  for (const { 0: placeholder, 1: name = '', index } of text.matchAll(placeholderPattern)) {
    if (index > end) rendered.push({ text: text.slice(end, index), placeholder: null });
    rendered.push({ text: findValue(name) ?? placeholder, placeholder: name });
    end = index + placeholder.length;
  }
  return end < text.length ? [...rendered, { text: text.slice(end), placeholder: null }] : rendered;
};
