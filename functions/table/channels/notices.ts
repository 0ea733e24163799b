import type { AccountNotices } from '../../model/channels/health.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** An older notice than the stored one changes nothing. */
export const putAccountNotice = async <Field extends keyof AccountNotices>(
  phoneNumberId: string,
  field: Field,
  notice: NonNullable<AccountNotices[Field]>,
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.channelAccount('msgapp', phoneNumberId),
    UpdateExpression: 'SET #notice = :notice',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#notice) OR #notice.#at <= :at)',
    ExpressionAttributeNames: { '#notice': field, '#at': 'at' },
    ExpressionAttributeValues: { ':notice': notice, ':at': notice.at },
  });
  return written;
};
