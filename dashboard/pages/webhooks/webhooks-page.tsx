import CircleCheck from 'lucide-react/icons/circle-check';
import Plus from 'lucide-react/icons/plus';
import Webhook from 'lucide-react/icons/webhook';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { toCurl } from '../../../functions/model/samples.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { CodeBlock } from '../../components/content/code-block.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { needsAttention, sortWebhooks } from '../../components/webhooks/webhook-state.ts';
import { webhookPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useSession } from '../../context/session.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import type { CreatedWebhook } from './dialogs.tsx';
import { useTurnOn } from './webhook-queries.ts';
import { type WebhookAction, WebhookTable } from './webhook-table.tsx';
import styles from './webhooks.module.css';

const texts = webhookTexts;

const dialogs = () => import('./dialogs.tsx');
const CreateDialog = lazyComponent(dialogs, 'CreateDialog');
const CreatedDialog = lazyComponent(dialogs, 'CreatedDialog');
const WebhookDialogs = lazyComponent(dialogs, 'WebhookDialogs');

const search = {
  dialog: z.optional(z.enum(['create', 'edit', 'off', 'delete'])),
  webhook: z.optional(z.uuid()),
  show: z.optional(z.enum(['attention'])),
};

export const WebhooksPage = () => {
  const workspace = useWorkspace();
  const mayManage = useMay('admin');
  const [{ dialog, webhook: chosenId, show }, setSearch] = useSearch(search);
  const [, navigate] = useLocation();
  // The secret is held only here and only until it is saved: never in the URL, the cache or the storage.
  const [created, setCreated] = useState<CreatedWebhook>();
  const query = useLive('listWebhooks', {});
  const webhooks = query.data?.data ?? [];
  const attention = webhooks.filter(needsAttention);
  const chosen = webhooks.find(({ id }) => id === chosenId);
  const { turnOn, error } = useTurnOn();
  const close = () => setSearch({ dialog: undefined, webhook: undefined }, { replace: true });
  const act = ({ id }: WebhookDetails, action: WebhookAction) =>
    action === 'on' ? turnOn(id) : setSearch({ dialog: action, webhook: id });
  const openCreated = () => {
    if (!created) return;
    // The dialog first goes back one history entry when it closes.
    window.addEventListener('popstate', () => navigate(webhookPath(workspace.id, created.id)), { once: true });
    setCreated(undefined);
  };
  const create = (
    <Button variant="primary" onPress={() => setSearch({ dialog: 'create' })}>
      <Plus aria-hidden="true" />
      {texts.create.action}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        context={workspace.name}
        lead={texts.lead}
        actions={mayManage && webhooks.length > 0 && create}
      />
      {!mayManage && <RoleNote role={workspace.role} required="admin" action={texts.manage} />}
      {error && (
        <div className={styles.problem}>
          <Problem error={error} />
        </div>
      )}
      <Card isFlush>
        {(show || attention.length > 0) && (
          <Filters
            label={texts.show.label}
            clear={texts.show.clear}
            onClear={show && (() => setSearch({ show: undefined }))}
          >
            <Select
              label={texts.show.field}
              value={show ?? ''}
              onChange={(value) => setSearch({ show: value === 'attention' ? value : undefined })}
              options={[
                { value: '', label: texts.show.all(webhooks.length) },
                { value: 'attention', label: texts.show.attention(attention.length) },
              ]}
            />
          </Filters>
        )}
        <Listing
          query={query}
          failed={texts.loadFailed}
          isEmpty={webhooks.length === 0}
          empty={
            <>
              <Empty icon={Webhook} title={texts.emptyTitle} action={mayManage && create}>
                {mayManage ? texts.empty : texts.emptyReadOnly}
              </Empty>
              {mayManage && <CreateByApi />}
            </>
          }
        >
          {show && attention.length === 0 ? (
            <Empty icon={CircleCheck} title={texts.show.noneTitle}>
              {texts.show.none}
            </Empty>
          ) : (
            <WebhookTable
              workspaceId={workspace.id}
              webhooks={sortWebhooks(show ? attention : webhooks)}
              onAction={mayManage ? act : undefined}
            />
          )}
        </Listing>
      </Card>
      <Suspense>
        {mayManage && dialog === 'create' && !created && (
          <CreateDialog
            onCreated={(webhook) => {
              setCreated(webhook);
              close();
            }}
            onClose={close}
          />
        )}
        {created && (
          <CreatedDialog secret={created.secret} onSaved={() => setCreated(undefined)} onOpen={openCreated} />
        )}
        {mayManage && chosen && dialog && (
          <WebhookDialogs webhook={chosen} dialog={dialog} onDeleted={close} onClose={close} />
        )}
      </Suspense>
    </>
  );
};

/** Shown below an empty list, for people who prefer code. */
const CreateByApi = () => {
  const { api_base_url } = useSession();
  const body = { url: 'https://example.com/hooks', events: ['message.received'] };
  const curl = toCurl({ method: 'POST', baseUrl: api_base_url, path: '/webhooks', body });
  return (
    <div className={styles.example}>
      <p className={styles.lead}>{texts.byApi.lead}</p>
      <CodeBlock label={texts.byApi.label} code={curl} />
    </div>
  );
};
