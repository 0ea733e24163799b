import type { Channel } from '../accounts.ts';

export interface DeliveryCounts {
  pending: number;
  delivered: number;
  retried: number;
  dropped: number;
  last_failure: string | null;
}

export interface DeliveryCounter {
  read: (channel: Channel) => DeliveryCounts;
  begin: (channel: Channel) => void;
  end: (channel: Channel, fault: string | undefined, isLast: boolean) => void;
}

export const createDeliveryCounter = (): DeliveryCounter => {
  const counts = { msgapp: zeroCounts(), social: zeroCounts(), web: zeroCounts() };
  return {
    read: (channel) => ({ ...counts[channel] }),
    begin: (channel) => {
      counts[channel].pending += 1;
    },
    end: (channel, fault, isLast) => {
      const count = counts[channel];
      if (fault !== undefined) count.last_failure = fault;
      if (!isLast) {
        count.retried += 1;
        return;
      }
      count.pending -= 1;
      count[fault === undefined ? 'delivered' : 'dropped'] += 1;
    },
  };
};

const zeroCounts = (): DeliveryCounts => ({ pending: 0, delivered: 0, retried: 0, dropped: 0, last_failure: null });
