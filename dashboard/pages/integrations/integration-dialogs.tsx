import { lazy, Suspense } from 'react';
import type { Connection, Tool } from '../../../functions/model/webhooks/integration.ts';
import type { ApiProblem } from '../../api/problem.ts';
import type { CreatedConnection } from './connect-form.tsx';

const ConnectDialog = lazy(async () => ({ default: (await import('./connect-dialog.tsx')).ConnectDialog }));
const ConnectedDialog = lazy(async () => ({ default: (await import('./connected-dialog.tsx')).ConnectedDialog }));
const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }));
const DisconnectDialog = lazy(async () => ({ default: (await import('./disconnect-dialog.tsx')).DisconnectDialog }));

export interface ConnectionOfTool {
  tool: Tool;
  connection: Connection;
}

interface IntegrationDialogsProps {
  connect: Tool | undefined;
  edit: ConnectionOfTool | undefined;
  disconnect: ConnectionOfTool | undefined;
  createdSecret: string | undefined;
  onConnected: (tool: Tool, connection: CreatedConnection) => void;
  onProblem: (of: ConnectionOfTool, problem: ApiProblem) => void;
  onSaved: () => void;
  onTest: () => void;
  onClose: () => void;
}

export const IntegrationDialogs = ({ connect, edit, disconnect, createdSecret, ...on }: IntegrationDialogsProps) => {
  const propsOf = (of: ConnectionOfTool) => ({
    ...of,
    onProblem: (problem: ApiProblem) => on.onProblem(of, problem),
    onClose: on.onClose,
  });
  return (
    <Suspense>
      {connect && createdSecret === undefined && (
        <ConnectDialog
          tool={connect}
          onConnected={(connection) => on.onConnected(connect, connection)}
          onClose={on.onClose}
        />
      )}
      {edit && <EditDialog {...propsOf(edit)} />}
      {disconnect && <DisconnectDialog {...propsOf(disconnect)} />}
      {createdSecret !== undefined && (
        <ConnectedDialog secret={createdSecret} onSaved={on.onSaved} onTest={on.onTest} />
      )}
    </Suspense>
  );
};
