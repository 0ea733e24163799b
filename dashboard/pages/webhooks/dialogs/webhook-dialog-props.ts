import type { WebhookDetails } from '../../../../functions/model/webhooks/webhook.ts';

export interface WebhookDialogProps {
  webhook: WebhookDetails;
  onClose: () => void;
}
