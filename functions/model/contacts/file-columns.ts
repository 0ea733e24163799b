import { removeFormulaEscapes } from '../csv.ts';
import { type AttributeField, type AttributeValue, attributeField, findAttributeName } from './attributes.ts';

export const contactColumns = ['phone', 'name', 'email', 'company', 'tags', 'external_id'] as const;

/** The field of a contact that a column of a CSV file fills; undefined for a column that is ignored. */
export type ContactColumn = (typeof contactColumns)[number] | AttributeField;

const knownNames: Record<string, ContactColumn> = {
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  telephone: 'phone',
  name: 'name',
  fullname: 'name',
  email: 'email',
  emailaddress: 'email',
  company: 'company',
  organization: 'company',
  firm: 'company',
  tags: 'tags',
  tag: 'tags',
  labels: 'tags',
  label: 'tags',
  externalid: 'external_id',
};

export const guessColumn = (name: string): ContactColumn | undefined =>
  knownNames[name.toLowerCase().replaceAll(/[\s_-]/g, '')] ??
  (attributeField.safeParse(name.trim().toLowerCase()).data as AttributeField | undefined);

/** The fields of a contact, or why the line has none. An empty cell leaves its field out. */
export const readContact = (
  cells: readonly string[],
  columns: readonly (ContactColumn | undefined)[],
): { fields: Record<string, unknown> } | { fault: string } => {
  if (cells.some((cell) => cell.includes('\uFFFD'))) return { fault: 'The line is not UTF-8. Save the file in UTF-8.' };
  if (cells.length > columns.length) {
    const counts = `The line has ${cells.length} cells, but there are ${columns.length} columns.`;
    return { fault: `${counts} Put the cell in quotes.` };
  }
  const values = columns.flatMap((field, index) => {
    const text = removeFormulaEscapes(cells[index] ?? '').trim();
    return field === undefined || text === '' ? [] : [[field, field === 'tags' ? splitTags(text) : text] as const];
  });
  const attributes = values.flatMap(([field, value]) => {
    const name = findAttributeName(field);
    return name === undefined ? [] : [[name, toAttributeValue(String(value))] as const];
  });
  const own = values.filter(([field]) => findAttributeName(field) === undefined);
  return {
    fields: {
      ...Object.fromEntries(own),
      ...(attributes.length === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
    },
  };
};

/** A text that a number would not print as, such as a zip code with a zero in front, stays a text. */
const toAttributeValue = (text: string): AttributeValue => {
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : text;
};

const splitTags = (text: string): string[] =>
  text
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
