import { removeFormulaEscapes } from '../csv.ts';
import { type AttributeField, type AttributeValue, attributeField, findAttributeName } from './attributes.ts';

export const contactColumns = [
  'phone',
  'name',
  'first_name',
  'last_name',
  'email',
  'company',
  'tags',
  'external_id',
  'gets_broadcasts',
  'opted_out',
] as const;

/** The field of a contact that a column of a CSV file fills; undefined for a column that is ignored. */
export type ContactColumn = (typeof contactColumns)[number] | AttributeField;

/** In English, German, Spanish, French, Portuguese and Italian, without signs, blanks and accents. */
const namesByColumn: Record<(typeof contactColumns)[number], string> = {
  phone:
    'phone phonenumber phoneno mobile mobilenumber mobileno mobilephone cell cellphone cellnumber telephone tel telno ' +
    'telephonenumber whatsapp whatsappnumber whatsappno msgapp contactnumber telefon telefonnummer telefonnr tel handy ' +
    'handynummer handynr mobil mobilnummer mobiltelefon mobilfunk rufnummer telefono telefonomovil movil celular ' +
    'numerodetelefono telephoneportable telephonemobile telportable portable numerodetelephone telefone telemovel ' +
    'numerodetelefone cellulare numeroditelefono',
  name: 'name fullname customername contactname clientname displayname customer kundenname kunde nombre nombrecompleto nom nomcomplet nome nomecompleto vollername',
  first_name: 'firstname first givenname given firstgiven forename vorname prenom primeironome',
  last_name:
    'lastname last surname lastsurname familyname nachname familienname zuname apellido apellidos sobrenome apelido ' +
    'cognome nomdefamille',
  email: 'email emailaddress mail emailadresse correo correoelectronico courriel',
  company: 'company organization firm firma unternehmen empresa entreprise societe azienda',
  tags: 'tags tag labels label',
  external_id: 'externalid customernumber customerno kundennummer kundennr',
  gets_broadcasts:
    'getsbroadcasts broadcasts optin optedin consent newsletter subscribed marketing marketingconsent marketingoptin ' +
    'acceptsmarketing einwilligung werbeeinwilligung consentimiento suscrito consentement abonne consentimento consenso',
  opted_out: 'optedout optedoututc optout unsubscribed abgemeldet',
};

const columnsByName = new Map(
  contactColumns.flatMap((column) => namesByColumn[column].split(' ').map((name) => [name, column] as const)),
);

export const guessColumn = (name: string): ContactColumn | undefined =>
  columnsByName.get(fold(name)) ??
  (attributeField.safeParse(name.trim().toLowerCase()).data as AttributeField | undefined);

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}\p{M}]/gu, '');

export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/**
 * Consent is only guessed of a column that says yes or no. Without a column named so, one of addresses is the email, and
 * one of numbers the phone.
 */
export const guessColumns = (
  header: readonly string[],
  samples: readonly (readonly string[])[],
  isPhone: (value: string) => boolean = () => false,
): (ContactColumn | undefined)[] => {
  const values = header.map((_, index) => samples.flatMap((cells) => cells[index]?.trim() || []));
  const isChoice = (index: number, column: ConsentColumn): boolean =>
    values[index]?.every((value) => readOptOut(column, value) !== undefined) === true && values[index].length > 0;
  const guessed = header.map((name, index) => {
    const column = guessColumn(name);
    return isConsentColumn(column) && !isChoice(index, column) ? undefined : column;
  });
  const findUnknown = (isValue: (value: string) => boolean): number[] =>
    [...header.keys()].filter((index) => {
      const found = values[index] ?? [];
      return guessed[index] === undefined && found.filter(isValue).length > 0.8 * found.length;
    });
  const [emails] = findUnknown(isEmailAddress);
  if (emails !== undefined && !guessed.includes('email')) guessed[emails] = 'email';
  if (guessed.includes('phone')) return guessed;
  const phones = findUnknown(isPhone);
  const countInternational = (index: number): number =>
    values[index]?.filter((value) => value.startsWith('+')).length ?? 0;
  const [best] = phones.sort((one, other) => countInternational(other) - countInternational(one));
  return guessed.map((column, index) => (index === best ? 'phone' : column));
};

type ConsentColumn = 'gets_broadcasts' | 'opted_out';

const isConsentColumn = (column: ContactColumn | undefined): column is ConsentColumn =>
  column === 'gets_broadcasts' || column === 'opted_out';

const yes = 'yes y true 1 ja j si s oui o sim wahr on x subscribed optedin'.split(' ');
const no = 'no n false 0 nein non nao falsch off unsubscribed optedout'.split(' ');

/** Undefined if the cell is neither yes nor no. A contact that is exported has the time at which it opted out. */
const readOptOut = (column: ConsentColumn, text: string): boolean | undefined => {
  const isDate = column === 'opted_out' && /^\d{4}-\d\d-\d\d/.test(text);
  const isYes = isDate || yes.includes(fold(text));
  if (!isYes && !no.includes(fold(text))) return undefined;
  return isYes === (column === 'opted_out');
};

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
  const choices = columns.flatMap((column, index) => {
    const text = cells[index]?.trim() ?? '';
    return isConsentColumn(column) && text !== '' ? [{ text, isOut: readOptOut(column, text) }] : [];
  });
  const unclear = choices.find(({ isOut }) => isOut === undefined);
  if (unclear)
    return {
      fault: `“${unclear.text.slice(0, 100)}” does not say whether the person gets broadcasts. Write yes or no.`,
    };
  const values = columns.flatMap((field, index) => {
    const text = removeFormulaEscapes(cells[index] ?? '').trim();
    return field === undefined || isConsentColumn(field) || text === ''
      ? []
      : [[field, field === 'tags' ? splitTags(text) : text] as const];
  });
  const attributes = values.flatMap(([field, value]) => {
    const name = findAttributeName(field);
    return name === undefined ? [] : [[name, toAttributeValue(String(value))] as const];
  });
  const own: Record<string, unknown> = Object.fromEntries(
    values.filter(([field]) => findAttributeName(field) === undefined),
  );
  const { first_name: first, last_name: last, ...fields } = own;
  const name = [first, last].filter((part) => part !== undefined).join(' ');
  return {
    fields: {
      ...(name === '' ? {} : { name }),
      ...fields,
      ...(choices.length === 0 ? {} : { opted_out: choices.some(({ isOut }) => isOut) }),
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
