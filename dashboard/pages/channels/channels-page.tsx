import { Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { channels as allChannels, type Channel } from '../../../functions/model/channels/channel.ts';
import type { WebSecret } from '../../../functions/model/channels/connected-channel.ts';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { channelTexts } from '../../texts/en/channels.ts';
import { ChannelCard } from './channel-card.tsx';
import styles from './channels.module.css';

const ChannelDialogs = lazyComponent(() => import('./dialogs.tsx'), 'ChannelDialogs');

const search = {
  connect: z.optional(z.enum(allChannels)),
  disconnect: z.optional(z.enum(allChannels)),
  secret: z.optional(z.literal('new')),
};
const texts = channelTexts;

export const ChannelsPage = () => {
  const workspace = useWorkspace();
  const mayManage = useMay('admin');
  const [dialog, setSearch] = useSearch(search);
  const [shownSecret, setShownSecret] = useState<WebSecret>();
  const query = useLive('listChannels', {}, { everyMs: 15_000 });
  const list = query.data?.data ?? [];
  const find = (wanted: Channel | undefined) => list.find(({ channel }) => mayManage && channel === wanted);
  const close = () => setSearch({ connect: undefined, disconnect: undefined, secret: undefined }, { replace: true });
  const showSecret = (secret: WebSecret) => {
    close();
    setShownSecret(secret);
  };
  const listing = (
    <Listing query={query} failed={texts.loadFailed} isEmpty={false} empty={null}>
      <div className={styles.cards}>
        {list.map((channel) => (
          <ChannelCard
            key={channel.channel}
            channel={channel}
            mayManage={mayManage}
            onConnect={() => setSearch({ connect: channel.channel })}
            onNewSecret={() => setSearch({ secret: 'new' })}
            onDisconnect={() => setSearch({ disconnect: channel.channel })}
          />
        ))}
      </div>
    </Listing>
  );
  const web = find('web');
  const open = {
    connect: find(dialog.connect),
    disconnect: find(dialog.disconnect),
    replacesSecret: dialog.secret === 'new' && web?.state === 'connected',
    shownSecret,
  };
  return (
    <>
      <PageHeader title={texts.title} context={workspace.name} lead={texts.lead} />
      {!mayManage && <RoleNote role={workspace.role} required="admin" action={texts.manage} />}
      {query.data ? listing : <Card isFlush>{listing}</Card>}
      {Object.values(open).some(Boolean) && (
        <Suspense>
          <ChannelDialogs
            {...open}
            webhookUrl={web?.webhook_url ?? ''}
            onSecret={showSecret}
            onSaved={() => setShownSecret(undefined)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};
