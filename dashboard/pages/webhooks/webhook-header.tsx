import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { Chip } from '../../components/content/chip.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { webhooksPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { LiveBadge, ToolLink } from './webhook-state.tsx';
import styles from './webhooks.module.css';

const texts = webhookTexts;

interface WebhookHeaderProps {
  webhook: WebhookDetails;
  /** Missing for members who may only view. */
  onAction: ((action: 'edit' | 'off' | 'delete' | 'rotate') => void) | undefined;
}

export const WebhookHeader = ({ webhook, onAction }: WebhookHeaderProps) => {
  const workspace = useWorkspace();
  const { url, events, provider, is_active, created_at, created_by } = webhook;
  const isOwn = provider === 'api';
  return (
    <PageHeader
      title={url}
      parent={{ label: texts.title, href: webhooksPath(workspace.id) }}
      context={workspace.name}
      badge={<LiveBadge webhook={webhook} />}
      lead={
        <span className={styles.headerLead}>
          {events.map((event) => (
            <Chip key={event}>{event}</Chip>
          ))}
          <ToolLink provider={provider} />
          <span className={styles.created}>
            {texts.one.created} <RelativeTime at={created_at} /> {created_by && texts.one.by(created_by)}
          </span>
        </span>
      }
      actions={
        onAction && (
          <>
            {isOwn && <Button onPress={() => onAction('edit')}>{texts.edit.action}</Button>}
            <Button onPress={() => onAction('rotate')}>{texts.rotate.action}</Button>
            {is_active && <Button onPress={() => onAction('off')}>{texts.turnOff.action}</Button>}
            {isOwn && (
              <Button variant="danger-ghost" onPress={() => onAction('delete')}>
                {texts.remove.action}
              </Button>
            )}
          </>
        )
      }
    />
  );
};
