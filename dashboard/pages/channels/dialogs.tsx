import { useState } from 'react';
import type { Channel } from '../../../functions/model/channels/channel.ts';
import type { ConnectedChannel, WebSecret } from '../../../functions/model/channels/connected-channel.ts';
import { useOperation } from '../../api/use-operation.ts';
import { CopyField } from '../../components/content/copy-field.tsx';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import { channelTexts } from '../../texts/en/channels.ts';
import styles from './channels.module.css';
import { ConnectDialog } from './connect-dialog.tsx';

const texts = channelTexts;

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
    <>
      {connect && connect.channel !== 'web' && <ConnectDialog current={connect} onClose={onClose} />}
      {connect?.channel === 'web' && connect.state === 'not_connected' && (
        <ConnectWebDialog onConnected={onSecret} onClose={onClose} />
      )}
      {replacesSecret && <NewSecretDialog onReplaced={onSecret} onClose={onClose} />}
      {shownSecret && <WebSecretDialog {...shownSecret} webhookUrl={webhookUrl} onSaved={onSaved} />}
      {disconnect && disconnect.state !== 'not_connected' && (
        <DisconnectDialog channel={disconnect.channel} onClose={onClose} />
      )}
    </>
  );
};

interface ConnectWebDialogProps {
  onConnected: (secret: WebSecret) => void;
  onClose: () => void;
}

const ConnectWebDialog = ({ onConnected, onClose }: ConnectWebDialogProps) => {
  const connect = useOperation('connectWeb', ['listChannels'], { onDone: ({ data }) => onConnected(data) });
  return (
    <Confirm
      title={texts.web.title}
      action={texts.web.submit}
      isDangerous={false}
      operation={connect}
      onConfirm={() => connect.mutate({})}
      onClose={onClose}
    >
      {texts.web.lead}
    </Confirm>
  );
};

interface NewSecretDialogProps {
  onReplaced: (secret: WebSecret) => void;
  onClose: () => void;
}

const overlaps = ['24', '0'] as const;

const NewSecretDialog = ({ onReplaced, onClose }: NewSecretDialogProps) => {
  const replace = useOperation('createWebSecret', ['listChannels'], { onDone: ({ data }) => onReplaced(data) });
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  return (
    <FormDialog
      title={texts.web.newSecretTitle}
      lead={texts.web.newSecretLead}
      action={texts.web.newSecretSubmit}
      operation={replace}
      onSubmit={() => replace.mutate({ input: { overlap_hours: Number(overlap) } })}
      onClose={onClose}
    >
      <RadioGroup
        label={texts.web.overlap}
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map((value) => ({ value, ...texts.web.overlaps[value] }))}
      />
    </FormDialog>
  );
};

interface WebSecretDialogProps extends WebSecret {
  webhookUrl: string;
  onSaved: () => void;
}

const WebSecretDialog = ({ account_id, secret, webhookUrl, onSaved }: WebSecretDialogProps) => (
  <SecretDialog
    title={texts.web.savedTitle}
    lead={texts.web.savedLead}
    secret={{ label: texts.web.secret, value: secret }}
    onSaved={onSaved}
  >
    {[
      { label: texts.web.account, value: account_id },
      { label: texts.webhook.title, value: webhookUrl },
    ].map(({ label, value }) => (
      <div key={label} className={styles.address}>
        <h3 className={styles.label}>{label}</h3>
        <CopyField label={label} value={value} />
      </div>
    ))}
  </SecretDialog>
);

const DisconnectDialog = ({ channel, onClose }: { channel: Channel; onClose: () => void }) => {
  const name = texts.names[channel];
  const disconnect = useOperation('disconnectChannel', ['listChannels'], {
    done: texts.disconnect.done(name),
    onDone: onClose,
  });
  return (
    <Confirm
      title={texts.disconnect.title(name)}
      action={texts.disconnect.submit}
      operation={disconnect}
      onConfirm={() => disconnect.mutate({ params: { channel } })}
      onClose={onClose}
    >
      {texts.disconnect.lead[channel]}
    </Confirm>
  );
};
