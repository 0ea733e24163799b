import { type SentMessage, type Simulation, toUnixSeconds } from '../simulation.ts';
import { buildStatusPayload } from './msgapp-payloads.ts';
import { buildSocialReceipt } from './social-payloads.ts';

export interface ReceiptInput {
  status: string;
  errorCode?: number | undefined;
  timestamp?: string | undefined;
}

export const reportReceipt = async (
  simulation: Simulation,
  message: SentMessage,
  receipt: ReceiptInput,
): Promise<void> => {
  const { account, customerId } = message;
  const eventFields = { accountId: account.id, customerId, isUrgent: false };
  const nowMs = simulation.now();
  if (account.channel === 'social') {
    const payload = buildSocialReceipt(account, message, receipt.status, nowMs);
    message.reported.add(receipt.status);
    return simulation.webhooks.publish({ ...eventFields, channel: 'social', payload });
  }
  const payload = buildStatusPayload(
    { ...message, account },
    { ...receipt, timestamp: receipt.timestamp ?? toUnixSeconds(nowMs) },
    simulation.customers.findProfile(account.id, customerId),
  );
  message.reported.add(receipt.status);
  if (receipt.errorCode !== undefined) message.errorCode = receipt.errorCode;
  return simulation.webhooks.publish({ ...eventFields, channel: 'msgapp', payload });
};

/** Schedules the automatic receipts. Resolves when the response to the send may go out. */
export const scheduleReceipts = async (
  simulation: Simulation,
  message: SentMessage,
  errorCode: number | undefined,
): Promise<void> => {
  const { receipts, status_before_reply } = simulation.switches.forAccount(message.account.id);
  const reports = errorCode === undefined ? receipts.map((status) => ({ status })) : [{ status: 'failed', errorCode }];
  const beforeReply = reports.splice(0, status_before_reply ? 1 : 0);
  for (const receipt of beforeReply) await reportReceipt(simulation, message, receipt);
  void reportInOrder(simulation, message, reports);
};

/** Each receipt waits for the delivery of the previous one, unless `reorder` is on. */
const reportInOrder = async (simulation: Simulation, message: SentMessage, reports: ReceiptInput[]): Promise<void> => {
  let elapsedMs = 0;
  for (const receipt of reports) {
    const delayMs = receiptDelayMs(simulation, receipt.status);
    await simulation.timers.pause(Math.max(0, delayMs - elapsedMs));
    elapsedMs = Math.max(delayMs, elapsedMs);
    const reported = reportReceipt(simulation, message, receipt);
    if (!simulation.switches.forAccount(message.account.id).reorder) await reported;
  }
};

/** A failure has the delay of `sent`. */
const receiptDelayMs = ({ receiptDelays }: Simulation, status: string): number => {
  if (status === 'delivered') return receiptDelays.deliveredAfterMs;
  return status === 'read' || status === 'played' ? receiptDelays.readAfterMs : receiptDelays.sentAfterMs;
};
