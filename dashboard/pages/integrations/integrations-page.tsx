import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { type Connection, type Tool, tools } from '../../../functions/model/webhooks/integration.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { readQuery, useLive } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { webhooksPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { integrationTexts } from '../../texts/en/integrations.ts';
import { en } from '../../texts/en.ts';
import type { CreatedConnection } from './connect-form.tsx';
import styles from './integrations.module.css';
import { TestPanel } from './test-panel.tsx';
import { ConnectionControls, ToolCard } from './tool-card.tsx';

const IntegrationDialogs = lazyComponent(() => import('./dialogs.tsx'), 'IntegrationDialogs');

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const search = {
  connect: z.optional(z.enum(tools)),
  edit: z.optional(z.uuid()),
  disconnect: z.optional(z.uuid()),
  /** The connection and the event of the test that is shown. */
  test: z.optional(z.string().check(z.regex(new RegExp(`^${uuid}\\.${uuid}$`)))),
};
const texts = integrationTexts;

export const IntegrationsPage = () => {
  const workspace = useWorkspace();
  const mayManage = useMay('admin');
  const [{ connect, edit, disconnect, test }, setSearch] = useSearch(search);
  // The secret is held only here and only until it is saved: never in the URL, the cache or the storage.
  const [created, setCreated] = useState<{ tool: Tool; connection: CreatedConnection }>();
  const query = useLive('listIntegrations', {});
  const actions = useConnectionActions((connectionId, eventId) => setSearch({ test: `${connectionId}.${eventId}` }));
  const [testedId, eventId] = test?.split('.') ?? [];
  const integrations = query.data?.data ?? [];
  const find = (wanted: string | undefined) =>
    integrations
      .flatMap(({ tool, connections }) => connections.map((connection) => ({ tool, connection })))
      .find(({ connection }) => connection.id === wanted);
  // Right after a connection is created, the list may still be loading.
  const isMissing =
    !actions.gone && query.isSuccess && !query.isFetching && [edit, disconnect, testedId].some((id) => id && !find(id));
  const dialogs = { connect: undefined, edit: undefined, disconnect: undefined };
  const close = () =>
    setSearch({ ...dialogs, test: disconnect && disconnect === testedId ? undefined : test }, { replace: true });
  const forget = () => setSearch({ ...dialogs, test: undefined }, { replace: true });
  const dismissGone = () => {
    actions.dismissGone();
    if (!find(testedId)) forget();
  };
  const showSecret = (tool: Tool, connection: CreatedConnection) => {
    setCreated({ tool, connection });
    close();
  };
  const testCreated = () => {
    if (!created) return;
    const { tool, connection } = created;
    // The dialog first goes back one history entry when it closes, which would undo the URL of the test.
    window.addEventListener('popstate', () => actions.sendTest(tool, connection), { once: true });
    setCreated(undefined);
  };
  const controls = (tool: Tool) => (connection: Connection) => (
    <>
      {mayManage && (
        <ConnectionControls
          connection={connection}
          status={actions.statusOf(connection.id)}
          onTest={() => actions.sendTest(tool, connection)}
          onTurnOn={() => actions.sendTurnOn(tool, connection)}
          onEdit={() => setSearch({ edit: connection.id })}
          onDisconnect={() => setSearch({ disconnect: connection.id })}
        />
      )}
      {connection.id === testedId && eventId && (
        <TestPanel
          key={eventId}
          tool={tool}
          connectionId={connection.id}
          eventId={eventId}
          onClose={() => setSearch({ test: undefined }, { replace: true })}
        />
      )}
    </>
  );
  const open = {
    connect: mayManage ? connect : undefined,
    edit: mayManage ? find(edit) : undefined,
    disconnect: mayManage ? find(disconnect) : undefined,
    createdSecret: created?.connection.secret,
  };
  const listing = (
    <Listing query={query} failed={texts.loadFailed} isEmpty={false} empty={null}>
      <div className={styles.grid}>
        {integrations.map((integration) => (
          <ToolCard
            key={integration.tool}
            integration={integration}
            mayManage={mayManage}
            goneUrl={actions.gone?.tool === integration.tool ? actions.gone.url : undefined}
            onDismissGone={dismissGone}
            onConnect={() => setSearch({ connect: integration.tool })}
            controls={controls(integration.tool)}
          />
        ))}
      </div>
    </Listing>
  );
  return (
    <>
      <PageHeader title={texts.title} context={workspace.name} lead={texts.lead} />
      {!mayManage && <RoleNote role={workspace.role} required="admin" action={texts.manage} />}
      {isMissing && (
        <div className={styles.missing}>
          <Notice
            tone="warn"
            isAlert
            actions={
              <Button size="small" onPress={forget}>
                {texts.dismiss}
              </Button>
            }
          >
            <p>{texts.missing}</p>
          </Notice>
        </div>
      )}
      {query.data ? listing : <Card isFlush>{listing}</Card>}
      {integrations.some(({ connections }) => connections.length > 0) && (
        <p className={styles.note}>
          {texts.disconnects[0]} <Link href={webhooksPath(workspace.id)}>{en.nav.webhooks}</Link>
          {texts.disconnects[1]}
        </p>
      )}
      {Object.values(open).some(Boolean) && (
        <Suspense>
          <IntegrationDialogs
            {...open}
            isAnother={integrations.some(({ tool, connections }) => tool === connect && connections.length > 0)}
            onConnected={showSecret}
            onProblem={({ tool, connection }, problem) => actions.noteProblem(tool, connection, problem) && close()}
            onSaved={() => setCreated(undefined)}
            onTest={testCreated}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};

type ConnectionRef = Pick<Connection, 'id' | 'url'>;

/** Tests a connection and turns it on. If somebody else deleted it, the page says so and reads the list again. */
const useConnectionActions = (onTest: (connectionId: string, eventId: string) => void) => {
  const workspace_id = useWorkspace().id;
  const queries = useQueryClient();
  const test = useOperation('testIntegration');
  const turnOn = useOperation('updateIntegration', ['listIntegrations'], { done: integrationTexts.turnOn.done });
  const [gone, setGone] = useState<{ tool: Tool; url: string }>();

  const noteProblem = (tool: Tool, { url }: ConnectionRef, problem: ApiProblem): boolean => {
    if (problem.status !== 404) return false;
    setGone({ tool, url });
    void queries.invalidateQueries({ queryKey: ['listIntegrations'] });
    return true;
  };
  const sendTest = (tool: Tool, connection: ConnectionRef) => {
    const params = { workspace_id, tool, id: connection.id };
    test.mutate(
      { params },
      {
        onSuccess: (sent) => {
          const { event_id } = sent.data;
          queries.setQueryData(readQuery('getIntegrationTest', { ...params, event_id }).queryKey, sent);
          onTest(connection.id, event_id);
        },
        onError: (problem) => noteProblem(tool, connection, problem),
      },
    );
  };
  const sendTurnOn = (tool: Tool, connection: ConnectionRef) =>
    turnOn.mutate(
      { params: { tool, id: connection.id }, input: { is_active: true } },
      { onError: (problem) => noteProblem(tool, connection, problem) },
    );
  /** The status of the last action on this connection. */
  const statusOf = (connectionId: string) => {
    const [isTest, isTurnOn] = [test, turnOn].map(({ variables }) => variables?.params.id === connectionId);
    return {
      isTesting: isTest === true && test.isPending,
      isTurningOn: isTurnOn === true && turnOn.isPending,
      error: (isTest ? test.error : null) ?? (isTurnOn ? turnOn.error : null),
    };
  };
  return { sendTest, sendTurnOn, statusOf, noteProblem, gone, dismissGone: () => setGone(undefined) };
};
