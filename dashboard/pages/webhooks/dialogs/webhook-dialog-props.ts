import type { WebhookDetails } from '../../../../functions/model/webhook.ts';

export interface WebhookDialogProps {
  webhook: WebhookDetails;
  onClose: () => void;
}
