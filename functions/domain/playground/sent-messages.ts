import { ApiError, notFound } from '../../model/api-error.ts';
import type { NewReceipt } from '../../model/playground/playground.ts';
import { listSimulatedAccounts, type SimulatedAccount } from './accounts.ts';
import { callSimulator } from './simulator.ts';

/** A message of another workspace is not found, because its account is not one of ours. */
export const getSimulatedAccount = async (workspaceId: string, messageId: string): Promise<SimulatedAccount> => {
  for (const account of await listSimulatedAccounts(workspaceId)) {
    if (account.channel !== 'web' && (await isSentBy(account, messageId))) return account;
  }
  throw notFound('message');
};

const isSentBy = async ({ id }: SimulatedAccount, messageId: string): Promise<boolean> => {
  try {
    await callSimulator('GET', `/sent/${encodeURIComponent(messageId)}?${new URLSearchParams({ account_id: id })}`);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false;
    throw error;
  }
};

/** Plays the channel: reports what became of a message. */
export const reportReceipt = async (
  workspaceId: string,
  messageId: string,
  { status, error_code }: NewReceipt,
): Promise<{ message_id: string; status: NewReceipt['status'] }> => {
  const { id } = await getSimulatedAccount(workspaceId, messageId);
  await callSimulator('POST', '/status', {
    message_id: messageId,
    account_id: id,
    status,
    ...(status === 'failed' && error_code !== undefined ? { error_code } : {}),
  });
  return { message_id: messageId, status };
};
