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

/**
 * Lets the stream's filter pass the change: a filter cannot compare an item before and after, but it sees that a bit
 * was flipped. It adds to a SET, and only where a condition keeps a repeat from flipping the bit back.
 */
export const withChangeBit = <Update extends ReturnType<typeof assign>>(update: Update): Update => ({
  ...update,
  UpdateExpression: `${update.UpdateExpression}, change_bit = :bit_set - if_not_exists(change_bit, :bit_clear)`,
  ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':bit_set': 1, ':bit_clear': 0 },
});

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
