import MonitorX from 'lucide-react/icons/monitor-x';
import { lazy, Suspense } from 'react';
import * as z from 'zod/mini';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { useSearch } from '../../context/search.ts';
import { sessionTexts } from '../../texts/en/sessions.ts';
import { SessionTable } from './session-table.tsx';

const EndOthersDialog = lazy(async () => ({ default: (await import('./end-others-dialog.tsx')).EndOthersDialog }));

const search = { dialog: z.optional(z.enum(['end-others'])) };
const texts = sessionTexts;

export const SessionsPage = () => {
  const [{ dialog }, setSearch] = useSearch(search);
  const query = useLive('listSessions', {});
  const sessions = query.data?.data ?? [];
  const others = sessions.filter(({ is_current }) => !is_current).length;
  const close = () => setSearch({ dialog: undefined }, { replace: true });
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          others > 0 && (
            <Button onPress={() => setSearch({ dialog: 'end-others' })}>{texts.endOthers.action(others)}</Button>
          )
        }
      />
      <Card isFlush>
        <Listing
          query={query}
          failed={texts.loadFailed}
          isEmpty={sessions.length === 0}
          empty={
            <Empty icon={MonitorX} title={texts.emptyTitle}>
              {texts.empty}
            </Empty>
          }
        >
          <SessionTable sessions={sessions} />
        </Listing>
      </Card>
      <Suspense>{dialog === 'end-others' && others > 0 && <EndOthersDialog count={others} onClose={close} />}</Suspense>
    </>
  );
};
