import type { WebhookDetails } from '../../../../functions/model/webhooks/webhook.ts';
import { Badge } from '../../../components/feedback/badge.tsx';
import { en } from '../../../texts/en.ts';

const texts = en.webhooks.states;

export const StateBadge = ({ webhook: { is_active, off_by } }: { webhook: WebhookDetails }) => (
  <Badge tone={is_active ? 'ok' : off_by === 'failures' ? 'bad' : 'off'}>{is_active ? texts.on : texts.off}</Badge>
);
