import { lazy, Suspense } from 'react';
import type { ConnectedChannel, WebSecret } from '../../../functions/model/channels/connected-channel.ts';

const ConnectMsgappDialog = lazy(async () => ({
  default: (await import('./connect-msgapp-dialog.tsx')).ConnectMsgappDialog,
}));
const ConnectSocialDialog = lazy(async () => ({
  default: (await import('./connect-social-dialog.tsx')).ConnectSocialDialog,
}));
const ConnectWebDialog = lazy(async () => ({ default: (await import('./connect-web-dialog.tsx')).ConnectWebDialog }));
const NewSecretDialog = lazy(async () => ({ default: (await import('./new-secret-dialog.tsx')).NewSecretDialog }));
const WebSecretDialog = lazy(async () => ({ default: (await import('./web-secret-dialog.tsx')).WebSecretDialog }));
const DisconnectDialog = lazy(async () => ({ default: (await import('./disconnect-dialog.tsx')).DisconnectDialog }));

interface ChannelDialogsProps {
  connect: ConnectedChannel | undefined;
  disconnect: ConnectedChannel | undefined;
  replacesSecret: boolean;
  shownSecret: WebSecret | undefined;
  webhookUrl: string;
  onSecret: (secret: WebSecret) => void;
  onSaved: () => void;
  onClose: () => void;
}

export const ChannelDialogs = ({ connect, disconnect, replacesSecret, shownSecret, ...props }: ChannelDialogsProps) => {
  const { webhookUrl, onSecret, onSaved, onClose } = props;
  return (
    <Suspense>
      {connect?.channel === 'msgapp' && <ConnectMsgappDialog current={connect} onClose={onClose} />}
      {connect?.channel === 'social' && <ConnectSocialDialog current={connect} onClose={onClose} />}
      {connect?.channel === 'web' && connect.state === 'not_connected' && (
        <ConnectWebDialog onConnected={onSecret} onClose={onClose} />
      )}
      {replacesSecret && <NewSecretDialog onReplaced={onSecret} onClose={onClose} />}
      {shownSecret && <WebSecretDialog {...shownSecret} webhookUrl={webhookUrl} onSaved={onSaved} />}
      {disconnect && disconnect.state !== 'not_connected' && (
        <DisconnectDialog channel={disconnect.channel} onClose={onClose} />
      )}
    </Suspense>
  );
};
