import Smartphone from 'lucide-react/icons/smartphone';
import { Suspense } from 'react';
import * as z from 'zod/mini';
import { channels } from '../../../functions/model/channels/channel.ts';
import { exampleIds } from '../../../functions/model/playground/playground.ts';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { playgroundTexts } from '../../texts/en/playground.ts';
import { SimulatedChannelCard } from './channel-card.tsx';
import { ExamplesCard } from './examples-card.tsx';
import { KeyCard } from './key-card.tsx';
import { Phone } from './phone.tsx';
import styles from './playground.module.css';
import { ResultsCard } from './results-card.tsx';
import { usePlaygroundKey } from './use-playground-key.ts';

const CustomerDialog = lazyComponent(() => import('./customer-dialog.tsx'), 'CustomerDialog');

const search = {
  channel: z._default(z.enum(channels), 'msgapp'),
  customer: z.optional(z.string().check(z.maxLength(100))),
  /** The name of a customer who has not written yet. */
  name: z.optional(z.string().check(z.maxLength(100))),
  view: z._default(z.enum(['conversation', 'events']), 'conversation'),
  example: z._default(z.enum(exampleIds), 'sendText'),
  code: z._default(z.enum(['curl', 'client']), 'curl'),
  dialog: z.optional(z.enum(['customer'])),
};
const texts = playgroundTexts;
const pollMs = 1_500;

export const PlaygroundPage = () => {
  const workspace = useWorkspace();
  const mayManage = useMay('admin');
  const [{ channel, customer, name, view, example, code, dialog }, setSearch] = useSearch(search);
  const query = useLive('getPlayground', {}, { everyMs: pollMs, input: { channel, customer }, keepsPrevious: true });
  const playgroundKey = usePlaygroundKey();
  const data = query.data?.data;
  const shown = customer ?? data?.customer ?? undefined;
  const known = data?.customers.find(({ id }) => id === shown);
  const chosen = shown === undefined ? undefined : { id: shown, name: known?.name ?? name ?? null };
  const choose = (id: string) => setSearch({ customer: id, name: undefined, dialog: undefined });
  return (
    <>
      <PageHeader title={texts.title} context={workspace.name} lead={texts.lead} />
      {!mayManage && <RoleNote role={workspace.role} required="admin" action={texts.manage} />}
      {!data || data.channels.length === 0 ? (
        <Card isFlush>
          <Listing
            query={query}
            failed={texts.loadFailed}
            isEmpty
            empty={
              <Empty icon={Smartphone} title={texts.emptyTitle}>
                {texts.empty(data ? new URL(data.receiver_url).origin : '')}
              </Empty>
            }
          >
            {null}
          </Listing>
        </Card>
      ) : (
        <div className={styles.columns}>
          <div className={styles.column}>
            {query.isError && <Problem error={query.error} title={texts.loadFailed} />}
            <Phone
              playground={data}
              isCurrent={!query.isPlaceholderData}
              channel={channel}
              customer={chosen}
              mayManage={mayManage}
              onChannel={(next) => setSearch({ channel: next, customer: undefined, name: undefined })}
              onCustomer={choose}
              onAdd={() => setSearch({ dialog: 'customer' })}
            />
            {data.switches && (
              <SimulatedChannelCard
                switches={data.switches}
                numbers={data.magic_numbers}
                mayManage={mayManage}
                onUse={(id) => setSearch({ channel: 'msgapp', customer: id, name: undefined })}
              />
            )}
          </div>
          <div className={styles.column}>
            {mayManage && <KeyCard playgroundKey={playgroundKey} />}
            <ResultsCard
              view={view}
              onView={(next) => setSearch({ view: next })}
              channel={channel}
              customer={chosen}
              events={data.events}
              playgroundKey={playgroundKey}
              mayManage={mayManage}
              onWebhookExample={() => setSearch({ example: 'createWebhook' })}
            />
            {mayManage && (
              <ExamplesCard
                example={example}
                code={code}
                onExample={(next) => setSearch({ example: next })}
                onCode={(next) => setSearch({ code: next })}
                channel={channel}
                customer={chosen}
                receiverUrl={data.receiver_url}
                playgroundKey={playgroundKey}
              />
            )}
          </div>
        </div>
      )}
      <Suspense>
        {mayManage && dialog === 'customer' && (
          <CustomerDialog
            channel={channel}
            onAdd={(id, given) =>
              setSearch({ customer: id, name: given || undefined, dialog: undefined }, { replace: true })
            }
            onClose={() => setSearch({ dialog: undefined }, { replace: true })}
          />
        )}
      </Suspense>
    </>
  );
};
