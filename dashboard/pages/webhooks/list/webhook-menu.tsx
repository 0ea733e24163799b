import Ellipsis from 'lucide-react/icons/ellipsis';
import { lazy, Suspense, useState } from 'react';
import type { WebhookDetails } from '../../../../functions/model/webhooks/webhook.ts';
import { webhookName } from '../../../components/webhooks/webhook-name.ts';
import { en } from '../../../texts/en.ts';
import styles from './webhook-menu.module.css';

const Menu = lazy(async () => ({ default: (await import('../../../components/overlays/menu.tsx')).Menu }));
const texts = en.webhooks;

export type WebhookAction = 'edit' | 'on' | 'off' | 'delete';

export interface WebhookMenuProps {
  webhook: WebhookDetails;
  onAction: (webhook: WebhookDetails, action: WebhookAction) => void;
}

export const WebhookMenu = ({ webhook, onAction }: WebhookMenuProps) => {
  const [wasPressed, setPressed] = useState(false);
  const label = texts.menu(webhookName(webhook.url));
  const trigger = <Ellipsis aria-hidden="true" />;
  return (
    <Suspense
      fallback={
        <button type="button" className={styles.trigger} aria-label={label} onClick={() => setPressed(true)}>
          {trigger}
        </button>
      }
    >
      <Menu
        label={label}
        trigger={trigger}
        triggerClassName={styles.trigger ?? ''}
        wasPressed={wasPressed}
        placement="bottom end"
        sections={[
          {
            id: 'actions',
            entries: actionsOf(webhook).map((action) => ({
              id: action,
              label: labels[action],
              onAction: () => onAction(webhook, action),
            })),
          },
        ]}
      />
    </Suspense>
  );
};

const labels: Record<WebhookAction, string> = {
  edit: texts.edit.action,
  on: texts.turnOn.action,
  off: texts.turnOff.action,
  delete: texts.remove.action,
};

/** Integrations changes and disconnects the webhooks of a tool. */
const actionsOf = ({ is_active, provider }: WebhookDetails): WebhookAction[] => {
  const turn = is_active ? 'off' : 'on';
  return provider === 'api' ? ['edit', turn, 'delete'] : [turn];
};
