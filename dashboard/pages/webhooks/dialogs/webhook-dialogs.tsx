import { lazy, Suspense } from 'react';
import type { WebhookDetails } from '../../../../functions/model/webhooks/webhook.ts';

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }));
const TurnOffDialog = lazy(async () => ({ default: (await import('./turn-off-dialog.tsx')).TurnOffDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

interface WebhookDialogsProps {
  webhook: WebhookDetails;
  dialog: string | undefined;
  onDeleted: () => void;
  onClose: () => void;
}

/** What the list and the page of a webhook have in common. Integrations changes and disconnects those of a tool. */
export const WebhookDialogs = ({ webhook, dialog, onDeleted, onClose }: WebhookDialogsProps) => {
  const isOwn = webhook.provider === 'api';
  const props = { webhook, onClose };
  return (
    <Suspense>
      {dialog === 'edit' && isOwn && <EditDialog {...props} />}
      {dialog === 'off' && webhook.is_active && <TurnOffDialog {...props} />}
      {dialog === 'delete' && isOwn && <DeleteDialog {...props} onDeleted={onDeleted} />}
    </Suspense>
  );
};
