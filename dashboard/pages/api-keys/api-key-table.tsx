import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { ListedApiKey } from '../../../functions/model/access/api-key.ts';
import { scopes as allScopes } from '../../../functions/model/access/scope.ts';
import { Chip, Chips } from '../../components/content/chip.tsx';
import content from '../../components/content/content.module.css';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { keyRequestsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { networkText, apiKeyTexts as texts } from '../../texts/en/api-keys.ts';
import { requestTexts } from '../../texts/en/requests.ts';
import styles from './api-keys.module.css';

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
      <span className={content.lines}>
        {name}
        <code className={styles.prefix}>{prefix}…</code>
      </span>
    ),
  },
  {
    header: texts.columns.scopes,
    cell: (key) => (
      <span className={content.lines}>
        <ScopeList apiKey={key} />
        {key.networks && <NetworkList name={key.name} networks={key.networks} />}
      </span>
    ),
  },
  {
    header: texts.columns.created,
    kind: 'muted',
    cell: ({ created_at, created_by }) => (
      <span className={content.lines}>
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
      <span className={content.lines}>
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

const ScopeList = ({ apiKey: { name, scopes } }: { apiKey: ListedApiKey }) => {
  if (scopes.length === 0) return <Chip>{texts.noScopes}</Chip>;
  if (allScopes.every((scope) => scopes.includes(scope))) return <Chip>{texts.allScopes}</Chip>;
  return (
    <Chips>
      <ShortList
        items={scopes}
        shownMax={2}
        show={(scope) => <Chip key={scope}>{scope}</Chip>}
        expand={(hidden) => texts.showScopes(hidden, name)}
        collapse={texts.fewerScopes(name)}
      />
    </Chips>
  );
};

const NetworkList = ({ name, networks }: { name: string; networks: readonly string[] }) => (
  <span className={styles.networks}>
    {texts.onlyFrom}
    <ShortList
      items={networks}
      shownMax={1}
      show={(cidr) => <code key={cidr}>{networkText(cidr)}</code>}
      expand={(hidden) => texts.showNetworks(hidden, name)}
      collapse={texts.fewerNetworks(name)}
    />
  </span>
);

interface ShortListProps {
  items: readonly string[];
  shownMax: number;
  show: (item: string) => ReactNode;
  expand: (hidden: number) => string;
  collapse: string;
}

/** The first items, and a button for the others. The button stays where it is, and so does the focus. */
const ShortList = ({ items, shownMax, show, expand, collapse }: ShortListProps) => {
  const [isExpanded, setExpanded] = useState(false);
  const hidden = items.length - shownMax;
  return (
    <>
      {(isExpanded ? items : items.slice(0, shownMax)).map(show)}
      {hidden > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-label={isExpanded ? collapse : expand(hidden)}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? texts.fewer : texts.more(hidden)}
        </button>
      )}
    </>
  );
};
