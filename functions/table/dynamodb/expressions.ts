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
