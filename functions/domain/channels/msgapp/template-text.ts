import type { TemplateDefinition, TemplateParams } from '../../../model/template.ts';
import { placeholderPattern } from './template-parts.ts';
import { bodyValues, givenTo } from './template-values.ts';

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
