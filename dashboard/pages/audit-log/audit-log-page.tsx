import Download from 'lucide-react/icons/download';
import ScrollText from 'lucide-react/icons/scroll-text';
import * as z from 'zod/mini';
import { type AuditEntry, auditActionCharactersMax, auditActions } from '../../../functions/model/audit/audit-entry.ts';
import type { Member } from '../../../functions/model/members/member.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { webhookName } from '../../components/webhooks/webhook-state.ts';
import { useSearch } from '../../context/search.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import styles from './audit-log.module.css';
import { AuditTable } from './audit-table.tsx';
import { actionWords, newestFirst } from './audit-texts.ts';
import { type AuditFilter, toAuditQuery, useAuditExport } from './use-audit-export.ts';

const search = {
  actor: z.optional(z.uuid()),
  action: z.optional(z.string().check(z.minLength(1), z.maxLength(auditActionCharactersMax))),
};
const texts = auditLogTexts;

export const AuditLogPage = () => {
  const workspace = useWorkspace();
  const [filter, setSearch] = useSearch(search);
  const { actor, action } = filter;
  const members = useLive('listMembers', {}, { everyMs: false });
  const pages = useLivePages('listAuditEntries', {}, { filter: toAuditQuery(filter) });
  const webhooks = useLive('listWebhooks', {}, { everyMs: false });
  const segments = useLive('listSegments', {}, { everyMs: false, input: { limit: '100' }, isAside: true });
  const entries = newestFirst(pages.data?.pages.flatMap(({ data }): AuditEntry[] => data) ?? []);
  const names = new Map([
    ...(members.data?.data ?? []).map(({ user_id, name }) => [user_id, name] as const),
    ...(webhooks.data?.data ?? []).map((webhook) => [webhook.id, webhookName(webhook)] as const),
    ...(segments.data?.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  const csv = useAuditExport();
  const isFiltered = actor !== undefined || action !== undefined;
  return (
    <>
      <PageHeader
        title={texts.title}
        context={workspace.name}
        lead={texts.lead}
        actions={
          <Button onPress={() => csv.start(filter)} isDisabled={csv.count !== undefined}>
            <Download aria-hidden="true" />
            {texts.csv.action}
          </Button>
        }
      />
      <ExportProgress csv={csv} />
      <Card isFlush>
        <AuditFilters filter={filter} members={members.data?.data ?? []} entries={entries} onChange={setSearch} />
        <Listing
          query={pages}
          failed={texts.loadFailed}
          isEmpty={entries.length === 0}
          empty={
            <Empty icon={ScrollText} title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}>
              {isFiltered ? (pages.hasNextPage ? texts.noMatchSoFar : texts.noMatch) : texts.empty}
            </Empty>
          }
        >
          <AuditTable entries={entries} names={names} />
        </Listing>
      </Card>
    </>
  );
};

const csvTexts = auditLogTexts.csv;

const ExportProgress = ({ csv }: { csv: ReturnType<typeof useAuditExport> }) => {
  if (csv.error)
    return (
      <div className={styles.progress}>
        <Problem error={csv.error} title={csvTexts.failed} onRetry={csv.resume} />
      </div>
    );
  if (csv.count === undefined) return null;
  return (
    <div className={styles.progress}>
      <Notice
        tone="info"
        actions={
          <Button size="small" onPress={csv.cancel}>
            {csvTexts.cancel}
          </Button>
        }
      >
        <p role="status">{csvTexts.running(csv.count)}</p>
      </Notice>
    </div>
  );
};

const filterTexts = auditLogTexts.filters;

interface AuditFiltersProps {
  filter: AuditFilter;
  members: readonly Member[];
  /** People who left still appear in the entries. */
  entries: readonly AuditEntry[];
  onChange: (filter: Partial<AuditFilter>) => void;
}

const AuditFilters = ({ filter: { actor, action }, members, entries, onChange }: AuditFiltersProps) => (
  <Filters
    label={filterTexts.label}
    clear={filterTexts.clear}
    count={Number(actor !== undefined) + Number(action !== undefined)}
    onClear={actor || action ? () => onChange({ actor: undefined, action: undefined }) : undefined}
  >
    <Select
      label={filterTexts.actor}
      value={actor ?? ''}
      onChange={(value) => onChange({ actor: value || undefined })}
      options={[{ value: '', label: filterTexts.anyone }, ...peopleOf(members, entries, actor)]}
    />
    <Select
      label={filterTexts.action}
      value={action ?? ''}
      onChange={(value) => onChange({ action: value || undefined })}
      options={[{ value: '', label: filterTexts.anyAction }, ...actionsOf(action)]}
    />
  </Filters>
);

const peopleOf = (members: readonly Member[], entries: readonly AuditEntry[], chosen: string | undefined) => {
  const names = new Map<string, string>();
  for (const { user_id, name } of members) names.set(user_id, name);
  for (const { actor } of entries) {
    if (actor.user_id && !names.has(actor.user_id)) names.set(actor.user_id, actor.name);
  }
  if (chosen && !names.has(chosen)) names.set(chosen, chosen);
  return [...names].map(([value, label]) => ({ value, label }));
};

/** A link may name an action of an operator. */
const actionsOf = (chosen: string | undefined) =>
  [...new Set<string>([...auditActions, ...(chosen ? [chosen] : [])])].map((value) => ({
    value,
    label: actionWords(value),
  }));
