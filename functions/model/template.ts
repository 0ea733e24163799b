import * as z from 'zod/mini';

const texts = z.optional(z.array(z.string()));
const textsByName = z.optional(z.record(z.string(), z.string()));
const text = z.optional(z.string());

const cardParams = z.object({
  headerMediaUrl: text,
  headerMediaId: text,
  body: texts,
  bodyNamed: textsByName,
  buttonParams: textsByName,
});

const structuredParams = z.object({
  /** Body values in placeholder order. */
  body: texts,
  /** Body values by parameter name; they go before `body`. */
  bodyNamed: textsByName,
  headerText: text,
  headerMediaUrl: text,
  /** Media that the channel has already, instead of a URL. */
  headerMediaId: text,
  headerFilename: text,
  headerLocation: z.optional(z.object({ latitude: z.string(), longitude: z.string(), name: text, address: text })),
  /** By button index: the suffix of a dynamic URL, or the code to copy. */
  buttonParams: textsByName,
  /** One per carousel card. The place decides the card, so that an empty entry keeps its place. */
  cards: z.optional(z.array(cardParams)),
});

/** The values for a template's placeholders: those of its body, or by part. What the template lacks is ignored. */
export const templateParams = z.union([z.array(z.string()), structuredParams]);

/** A template as a caller asks for it. */
export const templateChoice = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(512)),
  language: z._default(z.string().check(z.minLength(1), z.maxLength(35)), 'en_US'),
  params: z.optional(templateParams),
});

export type CardParams = z.output<typeof cardParams>;
export type StructuredParams = z.output<typeof structuredParams>;
export type TemplateParams = z.output<typeof templateParams>;
export type TemplateChoice = z.output<typeof templateChoice>;

/** A template as the channel approved it, reduced to what a send must fit. */
export interface TemplateDefinition extends TemplateParts {
  name: string;
  language: string;
  /** In upper case, such as APPROVED or PAUSED; the channel has the last word on it at every send. */
  status: string | null;
  /** The cards of a carousel; none for any other template. */
  cards: TemplateParts[];
}

/** What the template itself and each card of its carousel are made of. */
export interface TemplateParts {
  header: TemplateHeader | undefined;
  body: TemplateBody | undefined;
  /** All buttons, for a button's index is its place among all. */
  buttons: TemplateButton[];
}

export type TemplateHeader =
  | { kind: 'text'; placeholder: string | undefined }
  | { kind: 'image' | 'video' | 'document'; sampleUrl: string | undefined }
  | { kind: 'location' }
  | { kind: 'other' };

export interface TemplateBody {
  /** Null where the channel keeps the text to itself, as for one-time codes. */
  text: string | null;
  /** Each once: all numbers, in order, or all names, in order of appearance. */
  placeholders: string[];
}

export type TemplateButton =
  | { kind: 'url'; dynamic: boolean }
  | { kind: 'copy_code'; example: string | undefined }
  | { kind: 'otp' | 'quick_reply' | 'other' };
