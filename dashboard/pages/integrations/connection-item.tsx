import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { consecutiveFailuresMax } from '../../../functions/model/deliveries/delivery.ts';
import type { Connection } from '../../../functions/model/webhooks/integration.ts';
import { Chip, Chips } from '../../components/content/chip.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { webhookPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import styles from './connection-item.module.css';

const texts = en.integrations;

interface ConnectionItemProps {
  connection: Connection;
  /** Buttons, and the test under way. Missing for members who may only look. */
  children: ReactNode;
}

export const ConnectionItem = ({ connection, children }: ConnectionItemProps) => {
  const { url, events, is_active, failure_count } = connection;
  return (
    <li className={styles.connection}>
      <div className={styles.head}>
        <code className={styles.url}>{url}</code>
        <Badge tone={is_active ? 'ok' : 'off'}>{is_active ? texts.states.on : texts.states.off}</Badge>
      </div>
      <Chips>
        {events.map((event) => (
          <Chip key={event}>{event}</Chip>
        ))}
      </Chips>
      <Facts connection={connection} />
      {!is_active && (
        <Notice tone={failure_count >= consecutiveFailuresMax ? 'bad' : 'info'}>
          <p>{failure_count >= consecutiveFailuresMax ? texts.turnedOff(failure_count) : texts.paused}</p>
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
