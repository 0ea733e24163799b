import type { WebSecret } from '../../../functions/model/channels/connected-channel.ts';
import { CopyField } from '../../components/content/copy-field.tsx';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import { en } from '../../texts/en.ts';
import styles from './channel-card.module.css';

const texts = en.channels;

interface WebSecretDialogProps extends WebSecret {
  webhookUrl: string;
  onSaved: () => void;
}

export const WebSecretDialog = ({ account_id, secret, webhookUrl, onSaved }: WebSecretDialogProps) => (
  <SecretDialog title={texts.web.savedTitle} lead={texts.web.savedLead} onSaved={onSaved}>
    {[
      { label: texts.web.secret, value: secret },
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
