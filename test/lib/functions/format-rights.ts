import * as z from 'zod';

const keysShape = z.strictObject({ 'dynamodb:LeadingKeys': z.array(z.string()) });
const attributesShape = z.strictObject({ 'dynamodb:Attributes': z.array(z.string()) });
const itemsShape = z.strictObject({
  'ForAllValues:StringLike': keysShape,
  'ForAllValues:StringEquals': attributesShape.optional(),
  Null: z.strictObject({
    'dynamodb:LeadingKeys': z.literal('false'),
    'dynamodb:Attributes': z.literal('false').optional(),
  }),
});

/** One line per resource and condition, with all actions on it. Different rights never give the same text. */
export const formatRights = (rights: Record<string, string[]>): string =>
  Object.entries(rights)
    .map(([name, all]) => `${name}\n${formatLines(all).join('\n')}\n`)
    .join('\n');

const formatLines = (rights: string[]): string[] => {
  const actions = Map.groupBy(rights, (right) => right.replace(/^(\w+):\w+/, '$1'));
  return [...actions]
    .map(([target, same]) => {
      const names = same.map((right) => right.replace(/^\w+:(\w+) .*/s, '$1')).sort();
      return `  ${target.replace(/^(\w+)/, `$1 ${names.join(' ')}`).replace(/(?<= if )\{.*/s, formatCondition)}`;
    })
    .sort();
};

/** Partition keys in short: `<>` is an id, a leading `/` the workspace's own part of the key. */
const shorten = (pattern: string): string =>
  pattern.replaceAll('????????-????-????-????-????????????', '<>').replace(/^WS#<>/, '/');

const formatCondition = (text: string): string => {
  const { data } = itemsShape.safeParse(JSON.parse(text));
  if (data === undefined) return text;
  const keys = data['ForAllValues:StringLike']['dynamodb:LeadingKeys'].map(shorten).sort();
  const attributes = data['ForAllValues:StringEquals']?.['dynamodb:Attributes'];
  const isExact = attributes !== undefined && data.Null['dynamodb:Attributes'] !== undefined;
  if (attributes !== undefined && !isExact) return text;
  return `key in ${keys.join(' ')}${attributes ? `, attribute in ${attributes.join(' ')}` : ''}`;
};
