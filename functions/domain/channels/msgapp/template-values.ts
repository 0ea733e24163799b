import { ownValue, placeholderPattern } from '../../../model/templates/contents.ts';
import type {
  CardParams,
  StructuredParams,
  TemplateBody,
  TemplateDefinition,
  TemplateParams,
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
