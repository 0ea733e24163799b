import type { MessageContent } from '../../../model/messages/message.ts';
import { ownValue, placeholderPattern } from '../../../model/templates/contents.ts';
import type {
  CardParams,
  StructuredParams,
  TemplateBody,
  TemplateDefinition,
  TemplateParams,
  TemplateParts,
} from '../../../model/templates/template.ts';

export const toStructuredParams = (definition: TemplateDefinition, params: TemplateParams = []): StructuredParams => {
  const structured = Array.isArray(params) ? { body: params } : params;
  const otpIndex = definition.buttons.findIndex(({ kind }) => kind === 'otp');
  return otpIndex < 0 || !definition.body ? structured : withOneTimeCode(definition.body, String(otpIndex), structured);
};

/** Body and button hold the same code, so callers may pass it once. */
const withOneTimeCode = (body: TemplateBody, buttonIndex: string, params: StructuredParams): StructuredParams => {
  const [bodyCode] = bodyValues(body, params);
  const code = ownValue(params.buttonParams, buttonIndex) ?? bodyCode;
  if (code === undefined) return params;
  return { ...params, body: [bodyCode ?? code], buttonParams: { ...params.buttonParams, [buttonIndex]: code } };
};

export const bodyValues = (
  { placeholders }: TemplateBody,
  { body, bodyNamed }: Pick<CardParams, 'body' | 'bodyNamed'>,
): (string | undefined)[] => placeholders.map((name, index) => ownValue(bodyNamed, name) ?? body?.[index]);

/** The channel shows a quarter of it. A placeholder may repeat, so short values alone would not bound the text. */
const renderedCharactersMax = 4_096;

export const renderTemplateText = (definition: TemplateDefinition, params?: TemplateParams): string | null => {
  const { body } = definition;
  if (!body) return null;
  const values = bodyValues(body, toStructuredParams(definition, params));
  const text = body.text?.replace(
    placeholderPattern,
    (placeholder, name) => values[body.placeholders.indexOf(name)] ?? placeholder,
  );
  return text?.slice(0, renderedCharactersMax).toWellFormed() ?? null;
};

/** Headers, buttons and cards cannot be rendered later without these. */
export const listShownValues = (
  definition: TemplateDefinition,
  params?: TemplateParams,
): Pick<MessageContent, 'template_values'> => {
  const { cards: given = [], ...structured } = toStructuredParams(definition, params);
  const cards = definition.cards.map((card, index) => listCardValues(card, given[index] ?? {}));
  const values = {
    ...listPartValues(definition, structured),
    ...(cards.some((card) => Object.keys(card).length > 0) && { cards }),
  };
  return Object.keys(values).length > 0 ? { template_values: values } : {};
};

const listCardValues = (card: TemplateParts, params: CardParams): CardParams => {
  const values = card.body ? bodyValues(card.body, params) : [];
  const named = values.flatMap((value = '', index) => [[card.body?.placeholders[index], value]]);
  return { ...listPartValues(card, params), ...(named.length > 0 && { bodyNamed: Object.fromEntries(named) }) };
};

/** One-time codes are left out: they open an account. */
const listPartValues = ({ header, buttons }: TemplateParts, params: StructuredParams): StructuredParams => {
  const { headerText, headerMediaUrl, headerFilename, headerLocation, buttonParams } = params;
  const shown = buttons.flatMap((button, index) => {
    const value = ownValue(buttonParams, String(index));
    const isShown = button.kind === 'copy_code' || (button.kind === 'url' && button.dynamic);
    return isShown && value !== undefined ? [[String(index), value]] : [];
  });
  return {
    ...(header?.kind === 'text' && header.placeholder !== undefined && headerText && { headerText }),
    ...(isMedia(header) && headerMediaUrl && { headerMediaUrl }),
    ...(isMedia(header) && headerFilename && { headerFilename }),
    ...(header?.kind === 'location' && headerLocation && { headerLocation }),
    ...(shown.length > 0 && { buttonParams: Object.fromEntries(shown) }),
  };
};

const isMedia = (header: TemplateDefinition['header']): boolean =>
  header?.kind === 'image' || header?.kind === 'video' || header?.kind === 'document';
