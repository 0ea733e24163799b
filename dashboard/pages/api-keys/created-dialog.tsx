import { SecretDialog } from '../../app/secret-dialog.tsx';
import { useSession } from '../../app/session.tsx';
import { CopyField } from '../../components/content/copy-field.tsx';
import { messages } from '../../messages/en.ts';
import styles from './created-dialog.module.css';

const texts = messages.apiKeys.created;

export const CreatedDialog = ({ apiKey, onSaved }: { apiKey: string; onSaved: () => void }) => {
  const { api_base_url } = useSession();
  return (
    <SecretDialog title={texts.title} lead={texts.lead} onSaved={onSaved}>
      <CopyField label={texts.key} value={apiKey} />
      <div className={styles.try}>
        <h3>{texts.try}</h3>
        <CopyField label={texts.curl} value={curlOf(api_base_url, apiKey)} isMultiline />
      </div>
    </SecretDialog>
  );
};

const curlOf = (baseUrl: string, apiKey: string): string =>
  `curl ${baseUrl.replace(/\/$/, '')}/me \\\n  -H "Authorization: Bearer ${apiKey}"`;
