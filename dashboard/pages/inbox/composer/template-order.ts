import type { ListedTemplate } from '../../../../functions/model/templates/listed-template.ts';
import { templateKey } from '../words/names.ts';

interface Known {
  /** The language of the customer, such as "de" or "pt_BR". */
  language: string | undefined;
  /** The keys of the templates that were sent last, the newest first. */
  recent: readonly string[];
}

/**
 * All languages of a template are together. Those that the customer reads are first, then those that were sent last,
 * then the others by name.
 */
export const orderTemplates = <One extends Pick<ListedTemplate, 'name' | 'language'>>(
  templates: readonly One[],
  { language, recent }: Known,
): One[] => {
  const age = (one: One) => (recent.includes(templateKey(one)) ? recent.indexOf(templateKey(one)) : recent.length);
  const isRead = (one: One) => language !== undefined && spokenOf(one.language) === spokenOf(language);
  const groups = Map.groupBy(templates, ({ name }) => name);
  const ages = new Map([...groups].map(([name, group]) => [name, Math.min(...group.map(age))]));
  const ageOf = ({ name }: One) => ages.get(name) ?? recent.length;
  return [...templates].sort(
    (one, other) =>
      Number((groups.get(other.name) ?? []).some(isRead)) - Number((groups.get(one.name) ?? []).some(isRead)) ||
      ageOf(one) - ageOf(other) ||
      one.name.localeCompare(other.name) ||
      Number(isRead(other)) - Number(isRead(one)) ||
      age(one) - age(other) ||
      one.language.localeCompare(other.language),
  );
};

/** "pt" of "pt_BR". */
const spokenOf = (language: string): string => language.split(/[-_]/)[0]?.toLowerCase() ?? '';

/** The language that most people speak where the number is from. */
export const languageOfCountry = (country: string | undefined): string | undefined =>
  country && new Intl.Locale(`und-${country}`).maximize().language;
