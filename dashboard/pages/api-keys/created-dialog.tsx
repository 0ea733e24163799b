import type { Output } from '../../api/call.ts';
import { CopyField } from '../../components/content/copy-field.tsx';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import { useSession } from '../../context/session.ts';
import { apiKeyTexts } from '../../texts/en/api-keys.ts';
import styles from './created-dialog.module.css';
import { networkWords } from './network-words.ts';

const texts = apiKeyTexts.created;

export type CreatedKey = Pick<Output<'createApiKey'>['data'], 'key' | 'networks'>;

const formatList = new Intl.ListFormat('en', { type: 'disjunction' });

export const CreatedDialog = ({ created, onSaved }: { created: CreatedKey; onSaved: () => void }) => {
  const { key, networks } = created;
  const { api_base_url } = useSession();
  return (
    <SecretDialog title={texts.title} lead={texts.lead} onSaved={onSaved}>
      <CopyField label={texts.key} value={key} />
      <div className={styles.try}>
        <h3>{texts.try}</h3>
        <CopyField label={texts.curl} value={curlOf(api_base_url, key)} isMultiline />
        {networks && <p className={styles.hint}>{texts.tryFrom(formatList.format(networks.map(networkWords)))}</p>}
      </div>
    </SecretDialog>
  );
};

const curlOf = (baseUrl: string, apiKey: string): string =>
  `curl ${baseUrl.replace(/\/$/, '')}/me \\\n  -H "Authorization: Bearer ${apiKey}"`;
