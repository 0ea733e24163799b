import * as z from 'zod/mini';
import { countCharacters } from '../characters.ts';
import { defaultedField, optionalField } from '../optional-field.ts';

const texts = optionalField(z.array(z.string()));
const textsByName = optionalField(z.record(z.string(), z.string()));
const text = optionalField(z.string());

export const cardParams = z.object({
  headerMediaUrl: text,
  headerMediaId: text,
  body: texts,
  bodyNamed: textsByName,
  buttonParams: textsByName,
});

export const locationParams = z.object({ latitude: z.string(), longitude: z.string(), name: text, address: text });

export const structuredParams = z.object({
  body: texts,
  bodyNamed: textsByName,
  headerText: text,
  headerMediaUrl: text,
  headerMediaId: text,
  headerFilename: text,
  headerLocation: optionalField(locationParams),
  buttonParams: textsByName,
  cards: optionalField(z.array(cardParams)),
});

export const templateParams = z.union([z.array(z.string()), structuredParams]);

const languageDefault = 'en_US';

export const templateChoice = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(512)),
  language: defaultedField(z.string().check(z.minLength(1), z.maxLength(35)), languageDefault),
  params: optionalField(templateParams),
});

/** Far more than any template can show. It keeps params that wait to be sent within one item of the table. */
const paramsCharactersMax = 16_384;

export const areShort = (params: unknown): boolean => {
  const text = JSON.stringify(params ?? null);
  return text.length <= paramsCharactersMax || countCharacters(text) <= paramsCharactersMax;
};

export const tooLongError = `must have at most ${paramsCharactersMax} characters as JSON`;

export const isShort = z.refine(areShort, { error: tooLongError });

/** A language that was left out does not count. */
export const isShortTemplate = z.refine<TemplateChoice>(
  ({ language, ...choice }) => areShort(language === languageDefault ? choice : { ...choice, language }),
  { error: tooLongError },
);

export const hasShortParams = z.refine<TemplateChoice>(({ params }) => areShort(params), {
  path: ['params'],
  error: tooLongError,
});

export type CardParams = z.output<typeof cardParams>;
export type StructuredParams = z.output<typeof structuredParams>;
export type TemplateParams = z.output<typeof templateParams>;
export type TemplateChoice = z.output<typeof templateChoice>;

export interface TemplateDefinition extends TemplateParts {
  name: string;
  language: string;
  status: string | null;
  cards: TemplateParts[];
}

export interface TemplateParts {
  header: TemplateHeader | undefined;
  body: TemplateBody | undefined;
  /** Includes buttons without parameters, because a send names a button by its index among all. */
  buttons: TemplateButton[];
}

export type TemplateHeader =
  | { kind: 'text'; placeholder: string | undefined }
  | { kind: 'image' | 'video' | 'document' }
  | { kind: 'location' }
  | { kind: 'other' };

export interface TemplateBody {
  text: string | null;
  /** Distinct: either numbers in ascending order or names in order of appearance. */
  placeholders: string[];
}

export type TemplateButton =
  | { kind: 'url'; dynamic: boolean }
  | { kind: 'copy_code' | 'otp' | 'quick_reply' | 'other' };
