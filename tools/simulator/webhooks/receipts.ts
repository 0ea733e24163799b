import type { SentMessage } from '../sent-messages.ts';
import { type Simulation, unixSeconds } from '../simulation.ts';
import { statusPayload } from './msgapp-status.ts';
import { socialPayload } from './social-payload.ts';

export interface Report {
  status: string;
  errorCode?: number | undefined;
  /** Unix seconds; the time of the report unless it is given. */
  timestamp?: string | undefined;
}

/** Tells the business of a receipt now; settles when the first attempt is over. */
export const report = async (simulation: Simulation, message: SentMessage, receipt: Report): Promise<void> => {
  const { account, customerId } = message;
  const place = { accountId: account.id, customerId, isUrgent: false };
  const nowMs = simulation.now();
  if (account.channel === 'social') {
    const payload = socialPayload(account, customerId, nowMs, { read: { mid: message.id } });
    return simulation.webhooks.notify({ ...place, channel: 'social', payload });
  }
  const payload = statusPayload(
    { ...message, account },
    { ...receipt, timestamp: receipt.timestamp ?? unixSeconds(nowMs) },
    simulation.customers.findProfile(account.id, customerId),
    simulation.switches.forAccount(account.id),
  );
  message.reported.add(receipt.status);
  return simulation.webhooks.notify({ ...place, channel: 'msgapp', payload });
};

/** Has the receipts of a new message follow by themselves; settles when the answer to the send may go out. */
export const scheduleReceipts = async (
  simulation: Simulation,
  message: SentMessage,
  errorCode: number | undefined,
): Promise<void> => {
  const { receipts, status_before_reply } = simulation.switches.forAccount(message.account.id);
  const wanted = message.body['type'] === 'reaction' ? receipts.filter((one) => one === 'sent') : receipts;
  const reports = errorCode === undefined ? wanted.map((status) => ({ status })) : [{ status: 'failed', errorCode }];
  const early = reports.splice(0, status_before_reply ? 1 : 0);
  for (const each of early) await report(simulation, message, each);
  void reportInTurn(simulation, message, reports);
};

/** The channel promises no order, but on a good day each receipt waits until the one before has been delivered. */
const reportInTurn = async (simulation: Simulation, message: SentMessage, reports: Report[]): Promise<void> => {
  let passedMs = 0;
  for (const each of reports) {
    const delayMs = delayMsOf(simulation, each.status);
    await simulation.timers.pause(Math.max(0, delayMs - passedMs));
    passedMs = Math.max(delayMs, passedMs);
    const reported = report(simulation, message, each);
    if (!simulation.switches.forAccount(message.account.id).reorder) await reported;
  }
};

/** A failure comes when `sent` would have come. */
const delayMsOf = ({ receiptDelays }: Simulation, status: string): number => {
  if (status === 'delivered') return receiptDelays.deliveredAfterMs;
  return status === 'read' || status === 'played' ? receiptDelays.readAfterMs : receiptDelays.sentAfterMs;
};
