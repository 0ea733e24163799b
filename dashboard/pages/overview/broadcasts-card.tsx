import type { Broadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { Meter } from '../../components/charts/meter.tsx';
import { Card } from '../../components/content/card.tsx';
import { useNow } from '../../components/content/now.ts';
import { Listing } from '../../components/feedback/listing.tsx';
import { en } from '../../texts/en.ts';
import styles from './broadcasts-card.module.css';
import { minutesLeft } from './minutes-left.ts';
import type { OverviewQueries } from './overview-queries.ts';

const texts = en.overview.broadcasts;

export const BroadcastsCard = ({ query }: { query: OverviewQueries['broadcasts'] }) => {
  const broadcasts = query.data?.data ?? [];
  return (
    <Card title={texts.title} isFlush>
      <Listing
        query={query}
        failed={texts.loadFailed}
        isEmpty={broadcasts.length === 0}
        empty={<p className={styles.none}>{texts.none}</p>}
      >
        <ul>
          {broadcasts.map((broadcast) => (
            <BroadcastItem key={broadcast.id} broadcast={broadcast} />
          ))}
        </ul>
      </Listing>
    </Card>
  );
};

const BroadcastItem = ({ broadcast }: { broadcast: Broadcast }) => {
  const { name, accepted, pending_count, failed_count } = broadcast;
  const left = minutesLeft(broadcast, useNow());
  const done = accepted - pending_count;
  const text = progressText(broadcast);
  return (
    <li className={styles.broadcast}>
      <p className={styles.name}>{name}</p>
      <Meter label={`${name}: ${text}`} isProgress value={done} max={Math.max(1, accepted)} />
      <p className={styles.facts}>
        <span>{text}</span>
        {failed_count > 0 && <span className={styles.failed}>{texts.failed(failed_count)}</span>}
        {left !== undefined && <span className={styles.left}>{texts.left(left)}</span>}
      </p>
    </li>
  );
};

const progressText = ({ status, accepted, pending_count }: Broadcast): string => {
  if (accepted === 0) return texts.preparing;
  return status === 'queued' ? texts.waiting : texts.done(accepted - pending_count, accepted);
};
