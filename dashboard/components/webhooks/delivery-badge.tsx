import type { DeliveryStatus } from '../../../functions/model/deliveries/delivery.ts';
import { en } from '../../texts/en.ts';
import { Badge } from '../feedback/badge.tsx';
import type { Tone } from '../feedback/tone.ts';

const tones: Record<DeliveryStatus, Tone> = {
  requested: 'warn',
  retrying: 'warn',
  delivered: 'ok',
  failed: 'bad',
  skipped: 'off',
};

export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => (
  <Badge tone={tones[status]}>{en.deliveries.states[status]}</Badge>
);

/** No further attempt follows by itself. */
export const isOver = ({ status }: { status: DeliveryStatus }): boolean =>
  status === 'delivered' || status === 'failed' || status === 'skipped';
