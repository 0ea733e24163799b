import type {
  CardParams,
  StructuredParams,
  TemplateBody,
  TemplateDefinition,
  TemplateParams,
} from '../../../model/template.ts';
import { placeholderPattern } from './template-definition.ts';

/** What the caller gave, by part. A plain list is the values of the body. */
export const givenTo = (definition: TemplateDefinition, params: TemplateParams = []): StructuredParams => {
  const given = Array.isArray(params) ? { body: params } : params;
  const button = definition.buttons.findIndex(({ kind }) => kind === 'otp');
  return button < 0 || !definition.body ? given : withCode(definition.body, String(button), given);
};

/** A one-time code stands both in the body and on its button: to give it once is enough. */
const withCode = (body: TemplateBody, button: string, given: StructuredParams): StructuredParams => {
  const [inBody] = bodyValues(body, given);
  const code = own(given.buttonParams, button) ?? inBody;
  if (code === undefined) return given;
  return { ...given, body: [inBody ?? code], buttonParams: { ...given.buttonParams, [button]: code } };
};

/** The value of each placeholder, by name before place. What the caller did not give is not made up. */
export const bodyValues = (
  { placeholders }: TemplateBody,
  { body, bodyNamed }: Pick<CardParams, 'body' | 'bodyNamed'>,
): (string | undefined)[] => placeholders.map((name, place) => own(bodyNamed, name) ?? body?.[place]);

/** A caller's object has only the names that the caller gave it: "constructor" is none of them. */
export const own = (values: Record<string, string> | undefined, name: string): string | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

/** The body as the customer will read it. A placeholder without value stays as it is: the channel will refuse it. */
export const templateText = (definition: TemplateDefinition, params?: TemplateParams): string | null => {
  const { body } = definition;
  if (!body) return null;
  const values = bodyValues(body, givenTo(definition, params));
  return (
    body.text?.replace(
      placeholderPattern,
      (placeholder, name) => values[body.placeholders.indexOf(name)] ?? placeholder,
    ) ?? null
  );
};
