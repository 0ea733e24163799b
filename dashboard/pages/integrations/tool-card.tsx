import Plug from 'lucide-react/icons/plug';
import Plus from 'lucide-react/icons/plus';
import Send from 'lucide-react/icons/send';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Connection, Integration } from '../../../functions/model/webhooks/integration.ts';
import { Breakable } from '../../components/content/breakable.tsx';
import { Card } from '../../components/content/card.tsx';
import { Chip, Chips } from '../../components/content/chip.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { WebhookBadge } from '../../components/webhooks/deliveries.tsx';
import { needsAttention, webhookState } from '../../components/webhooks/webhook-state.ts';
import { webhookPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { integrationTexts } from '../../texts/en/integrations.ts';
import styles from './integrations.module.css';

const texts = integrationTexts;

interface ToolCardProps {
  integration: Integration;
  mayManage: boolean;
  /** The URL of a connection that somebody else deleted. */
  goneUrl: string | undefined;
  onDismissGone: () => void;
  onConnect: () => void;
  controls: (connection: Connection) => ReactNode;
}

export const ToolCard = ({ integration: { tool, connections }, mayManage, controls, ...props }: ToolCardProps) => (
  <Card
    title={texts.tools[tool]}
    isFlush
    actions={connections.length > 0 && <SummaryBadge connections={connections} />}
  >
    {props.goneUrl !== undefined && (
      <div className={styles.section}>
        <Notice
          tone="warn"
          isAlert
          actions={
            <Button size="small" onPress={props.onDismissGone}>
              {texts.dismiss}
            </Button>
          }
        >
          <p>{texts.gone(props.goneUrl)}</p>
        </Notice>
      </div>
    )}
    <ul>
      {connections.map((connection) => (
        <ConnectionItem key={connection.id} connection={connection}>
          {controls(connection)}
        </ConnectionItem>
      ))}
    </ul>
    {connections.length === 0 && (
      <Empty
        icon={Plug}
        title={texts.summary(0)}
        action={
          mayManage && (
            <Button onPress={props.onConnect}>
              {texts.connect.submit}
              <span className="visually-hidden">{texts.tools[tool]}</span>
            </Button>
          )
        }
      >
        {mayManage ? texts.use(texts.tools[tool]) : texts.notConnectedReadOnly}{' '}
        <a href="/reference/guide-webhooks.html">{texts.contents}</a>
      </Empty>
    )}
    {connections.length > 0 && mayManage && (
      <div className={styles.section}>
        <Button size="small" onPress={props.onConnect}>
          <Plus aria-hidden="true" />
          {texts.connect.another}
          <span className="visually-hidden">{texts.tools[tool]}</span>
        </Button>
      </div>
    )}
  </Card>
);

const SummaryBadge = ({ connections }: { connections: readonly Connection[] }) => {
  const failing = connections.filter(needsAttention).length;
  if (failing > 0) return <Badge tone="bad">{texts.attention(failing, connections.length)}</Badge>;
  return <Badge tone={connections.length > 0 ? 'ok' : 'off'}>{texts.summary(connections.length)}</Badge>;
};

interface ConnectionItemProps {
  connection: Connection;
  /** The buttons and the current test. Missing for members who may only view. */
  children: ReactNode;
}

const ConnectionItem = ({ connection, children }: ConnectionItemProps) => {
  const { url, events, is_active, failure_count } = connection;
  const hasFailed = webhookState(connection) === 'turnedOff';
  return (
    <li className={styles.connection}>
      <div className={styles.head}>
        <code className={styles.url}>
          <Breakable text={url} />
        </code>
        {webhookState(connection) !== 'on' && <WebhookBadge webhook={connection} />}
      </div>
      <Chips>
        {events.map((event) => (
          <Chip key={event}>{event}</Chip>
        ))}
      </Chips>
      <Facts connection={connection} />
      {!is_active && (
        <Notice tone={hasFailed ? 'bad' : 'info'}>
          <p>{hasFailed ? texts.turnedOff(failure_count) : texts.paused}</p>
        </Notice>
      )}
      {children}
    </li>
  );
};

const Facts = ({ connection }: { connection: Connection }) => {
  const workspace = useWorkspace();
  const { id, url, last_delivery_at, failure_count, is_active, created_at, created_by } = connection;
  return (
    <ul className={styles.facts}>
      <li>
        {last_delivery_at ? (
          <>
            {texts.lastDelivery} <RelativeTime at={last_delivery_at} />
          </>
        ) : (
          texts.neverDelivered
        )}
      </li>
      {is_active && failure_count > 0 && <li className={styles.failures}>{texts.failures(failure_count)}</li>}
      <li>
        {texts.created} <RelativeTime at={created_at} /> {created_by && texts.by(created_by)}
      </li>
      <li>
        <Link href={webhookPath(workspace.id, id)} aria-label={texts.logLabel(url)}>
          {texts.log}
        </Link>
      </li>
    </ul>
  );
};

interface ConnectionControlsProps {
  connection: Connection;
  status: { isTesting: boolean; isTurningOn: boolean; error: unknown };
  onTest: () => void;
  onTurnOn: () => void;
  onEdit: () => void;
  onDisconnect: () => void;
}

export const ConnectionControls = ({ connection: { url, is_active }, status, ...on }: ConnectionControlsProps) => (
  <>
    <div className={styles.controls}>
      {is_active ? (
        <Button size="small" aria-label={texts.test.label(url)} onPress={on.onTest} isPending={status.isTesting}>
          <Send aria-hidden="true" />
          {texts.test.action}
        </Button>
      ) : (
        <Button
          size="small"
          variant="primary"
          aria-label={texts.turnOn.label(url)}
          onPress={on.onTurnOn}
          isPending={status.isTurningOn}
        >
          {texts.turnOn.action}
        </Button>
      )}
      <Button size="small" aria-label={texts.edit.label(url)} onPress={on.onEdit}>
        {texts.edit.action}
      </Button>
      <Button size="small" variant="danger-ghost" aria-label={texts.disconnect.label(url)} onPress={on.onDisconnect}>
        {texts.disconnect.action}
      </Button>
    </div>
    {status.error !== null && <Problem error={status.error} />}
  </>
);
