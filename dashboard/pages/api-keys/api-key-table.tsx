import { Link } from 'wouter';
import type { ListedApiKey } from '../../../functions/model/access/api-key.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import type { Column } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { keyRequestsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { apiKeyTexts } from '../../texts/en/api-keys.ts';
import { requestTexts } from '../../texts/en/requests.ts';
import styles from './api-key-table.module.css';
import { NetworkList } from './network-list.tsx';
import { ScopeList } from './scope-list.tsx';

const texts = apiKeyTexts;
const tones = { active: 'ok', revoked: 'bad', expired: 'off' } as const;

interface ApiKeyTableProps {
  keys: readonly ListedApiKey[];
  /** Missing for members who may only look. */
  onRevoke: ((id: string) => void) | undefined;
}

export const ApiKeyTable = ({ keys, onRevoke }: ApiKeyTableProps) => (
  <Table
    label={texts.title}
    columns={onRevoke ? [...columns, revokeColumn(onRevoke)] : columns}
    rows={keys}
    keyOf={({ id }) => id}
    isDimmed={({ state }) => state !== 'active'}
  />
);

const columns: readonly Column<ListedApiKey>[] = [
  {
    header: texts.columns.name,
    kind: 'title',
    cell: ({ name, prefix }) => (
      <span className={styles.lines}>
        {name}
        <code className={styles.prefix}>{prefix}…</code>
      </span>
    ),
  },
  {
    header: texts.columns.scopes,
    cell: (key) => (
      <span className={styles.lines}>
        <ScopeList apiKey={key} />
        {key.networks && <NetworkList name={key.name} networks={key.networks} />}
      </span>
    ),
  },
  {
    header: texts.columns.created,
    kind: 'muted',
    cell: ({ created_at, created_by }) => (
      <span className={styles.lines}>
        <RelativeTime at={created_at} />
        {created_by && <span className={styles.small}>{texts.by(created_by)}</span>}
      </span>
    ),
  },
  {
    header: texts.columns.lastUsed,
    kind: 'muted',
    cell: ({ last_used_at }) => (last_used_at ? <RelativeTime at={last_used_at} /> : texts.never),
  },
  {
    header: texts.columns.status,
    cell: ({ id, state, expires_at, refused_calls }) => (
      <span className={styles.lines}>
        <Badge tone={tones[state]}>{texts.states[state]}</Badge>
        {state !== 'active' && refused_calls > 0 && <StillInUse keyId={id} count={refused_calls} />}
        {state === 'active' && expires_at && (
          <span className={styles.small}>
            {texts.expires} <RelativeTime at={expires_at} isUpcoming />
          </span>
        )}
      </span>
    ),
  },
];

const StillInUse = ({ keyId, count }: { keyId: string; count: number }) => (
  <Link href={keyRequestsPath(useWorkspace().id, keyId)} className={styles.inUse}>
    {requestTexts.stillInUse.short(count)}
  </Link>
);

const revokeColumn = (onRevoke: (id: string) => void): Column<ListedApiKey> => ({
  header: texts.columns.actions,
  kind: 'actions',
  cell: ({ id, name, state }) =>
    state === 'active' && (
      <Button variant="danger-ghost" size="small" aria-label={texts.revoke.label(name)} onPress={() => onRevoke(id)}>
        {texts.revoke.action}
      </Button>
    ),
});
