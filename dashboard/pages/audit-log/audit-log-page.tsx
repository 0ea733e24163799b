import Download from 'lucide-react/icons/download';
import ScrollText from 'lucide-react/icons/scroll-text';
import * as z from 'zod/mini';
import { type AuditEntry, auditActionCharactersMax } from '../../../functions/model/audit/audit-entry.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { useSearch } from '../../context/search.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { ExportProgress } from './export-progress.tsx';
import { toQuery, useAuditExport } from './use-audit-export.ts';

const search = {
  actor: z.optional(z.uuid()),
  action: z.optional(z.string().check(z.minLength(1), z.maxLength(auditActionCharactersMax))),
};
const texts = auditLogTexts;

export const AuditLogPage = () => {
  const workspace = useWorkspace();
  const params = { workspace_id: workspace.id };
  const [filter, setSearch] = useSearch(search);
  const { actor, action } = filter;
  const members = useLive('listMembers', params, { everyMs: false });
  const pages = useLivePages('listAuditEntries', params, {
    filter: toQuery(filter),
  });
  const entries = pages.data?.pages.flatMap(({ data }): AuditEntry[] => data) ?? [];
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
          <AuditTable entries={entries} />
        </Listing>
      </Card>
    </>
  );
};
