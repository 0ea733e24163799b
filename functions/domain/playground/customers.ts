import { ApiError } from '../../model/api-error.ts';
import { type NewCustomerMessage, type WindowChange, writtenTypes } from '../../model/playground/playground.ts';
import { getSimulatedAccount } from './accounts.ts';
import { callSimulator } from './simulator.ts';

/** Plays a customer who writes. The message takes the way of every message of the channel. */
export const writeAsCustomer = async (
  workspaceId: string,
  { channel, from, name, type, text }: NewCustomerMessage,
): Promise<{ message_id: string }> => {
  const types: readonly string[] = writtenTypes[channel];
  if (!types.includes(type)) {
    throw new ApiError('bad_request', `"type" must be one of ${types.join(', ')} on ${channel}.`);
  }
  const account = await getSimulatedAccount(workspaceId, channel);
  return callSimulator('POST', '/inbound', {
    channel,
    account_id: account.id,
    from,
    type,
    ...(name?.trim() ? { name: name.trim() } : {}),
    ...(text ? { text } : {}),
  });
};

/** A closed window refuses at once here, so that the sender sees the reason in the response. */
export const setWindow = async (workspaceId: string, change: WindowChange): Promise<WindowChange> => {
  const { channel, customer, is_open } = change;
  const { id } = await getSimulatedAccount(workspaceId, channel);
  if (!is_open) await callSimulator('POST', '/switches', { account_id: id, window_refusal: 'sync' });
  await callSimulator('POST', '/window', { channel, account_id: id, customer, open: is_open });
  return change;
};
