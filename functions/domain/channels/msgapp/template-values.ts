import type {
  CardParams,
  StructuredParams,
  TemplateBody,
  TemplateDefinition,
  TemplateParams,
} from '../../../model/template.ts';
import { placeholderPattern } from './template-definition.ts';

/** What the caller gave, by part. A plain list is the values of the body. */
export const toStructuredParams = (definition: TemplateDefinition, params: TemplateParams = []): StructuredParams => {
  const structured = Array.isArray(params) ? { body: params } : params;
  const otpIndex = definition.buttons.findIndex(({ kind }) => kind === 'otp');
  return otpIndex < 0 || !definition.body ? structured : withOneTimeCode(definition.body, String(otpIndex), structured);
};

/** A one-time code stands both in the body and on its button: to give it once is enough. */
const withOneTimeCode = (body: TemplateBody, buttonIndex: string, params: StructuredParams): StructuredParams => {
  const [bodyCode] = bodyValues(body, params);
  const code = ownValue(params.buttonParams, buttonIndex) ?? bodyCode;
  if (code === undefined) return params;
  return { ...params, body: [bodyCode ?? code], buttonParams: { ...params.buttonParams, [buttonIndex]: code } };
};

/** The value of each placeholder, by name before place. What the caller did not give is not made up. */
export const bodyValues = (
  { placeholders }: TemplateBody,
  { body, bodyNamed }: Pick<CardParams, 'body' | 'bodyNamed'>,
): (string | undefined)[] => placeholders.map((name, index) => ownValue(bodyNamed, name) ?? body?.[index]);

/** A caller's object has only the names that the caller gave it: "constructor" is none of them. */
export const ownValue = (values: Record<string, string> | undefined, name: string): string | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

/** The body as the customer will read it. A placeholder without value stays as it is: the channel will refuse it. */
export const renderTemplateText = (definition: TemplateDefinition, params?: TemplateParams): string | null => {
  const { body } = definition;
  if (!body) return null;
  const values = bodyValues(body, toStructuredParams(definition, params));
  return (
    body.text?.replace(
      placeholderPattern,
      (placeholder, name) => values[body.placeholders.indexOf(name)] ?? placeholder,
    ) ?? null
  );
};
