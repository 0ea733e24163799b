/** Sets these fields. Every name is aliased, because many words are reserved in expressions. */
export const assign = (fields: Record<string, unknown>, conditionValues: Record<string, unknown> = {}) => {
  const entries = Object.entries(fields);
  return {
    UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
      ...conditionValues,
    },
  };
};

/** Sets fields of an existing item. The condition fails if one of `times` would move back. */
export const assignForwardOnly = (fields: Record<string, unknown>, times: Record<string, string>) => {
  const notLaterConditions = Object.keys(times).map(
    (name) => `(attribute_not_exists(#${name}) OR attribute_type(#${name}, :null) OR #${name} <= :${name})`,
  );
  return {
    ...assign({ ...fields, ...times }, notLaterConditions.length === 0 ? {} : { ':null': 'NULL' }),
    ConditionExpression: ['attribute_exists(pk)', ...notLaterConditions].join(' AND '),
  };
};
