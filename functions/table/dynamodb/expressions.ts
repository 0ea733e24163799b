/** An update that sets these fields, whatever their names: many words are reserved in expressions. */
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

/**
 * An update of an item that is there. It sets the fields as they are given, and moves the times only forward: it fails
 * when one of them stands later already, so that its writer looks again.
 */
export const assignForwardOnly = (fields: Record<string, unknown>, times: Record<string, string>) => {
  const notLaterConditions = Object.keys(times).map(
    (name) => `(attribute_not_exists(#${name}) OR attribute_type(#${name}, :null) OR #${name} <= :${name})`,
  );
  return {
    ...assign({ ...fields, ...times }, notLaterConditions.length === 0 ? {} : { ':null': 'NULL' }),
    ConditionExpression: ['attribute_exists(pk)', ...notLaterConditions].join(' AND '),
  };
};
