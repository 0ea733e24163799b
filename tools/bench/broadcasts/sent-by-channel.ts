/** Messages that the channel accepted from a number. */
export interface SentByChannel {
  messages: number;
  messagesByRecipient: Map<string, number>;
  busiestSecond: number;
}

interface SentBody {
  to: string;
  /** Ends with our message id, a UUIDv7, which starts with the time just before the send. */
  biz_opaque_callback_data: string;
}

export const readSentByChannel = async (simulatorUrl: string, phoneNumberId: string): Promise<SentByChannel> => {
  const response = await fetch(`${simulatorUrl}/sent?account_id=${phoneNumberId}`);
  const { data } = (await response.json()) as { data: SentBody[] };
  const messagesByRecipient = new Map<string, number>();
  for (const { to } of data) messagesByRecipient.set(to, (messagesByRecipient.get(to) ?? 0) + 1);
  const sentAtMs = data.map((body) => readSentTime(body.biz_opaque_callback_data)).sort((left, right) => left - right);
  return { messages: data.length, messagesByRecipient, busiestSecond: countBusiestSecond(sentAtMs) };
};

export const resetSentByChannel = async (simulatorUrl: string, phoneNumberId: string): Promise<void> => {
  await fetch(`${simulatorUrl}/sent?account_id=${phoneNumberId}`, { method: 'DELETE' });
};

const readSentTime = (callbackData: string): number => {
  const [, messageId = ''] = callbackData.split('/');
  return Number.parseInt(messageId.replaceAll('-', '').slice(0, 12), 16);
};

const countBusiestSecond = (timesMs: number[]): number => {
  let startIndex = 0;
  let max = 0;
  for (const [index, timeMs] of timesMs.entries()) {
    while ((timesMs[startIndex] ?? timeMs) <= timeMs - 1_000) startIndex += 1;
    max = Math.max(max, index - startIndex + 1);
  }
  return max;
};
