import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { useStay } from '../../app/stay.ts';
import { CopyField } from '../../components/content/copy-field.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { messages } from '../../messages/en.ts';
import styles from './created-dialog.module.css';

const texts = messages.apiKeys.created;

/** The only time that the key is shown, so nothing but the person's own word closes it. */
export const CreatedDialog = ({ apiKey, onSaved }: { apiKey: string; onSaved: () => void }) => {
  const { api_base_url } = useSession();
  const [isSaved, setSaved] = useState(false);
  useStay();
  return (
    <Dialog title={texts.title} lead={texts.lead}>
      <CopyField label={texts.key} value={apiKey} />
      <div className={styles.try}>
        <h3>{texts.try}</h3>
        <CopyField label={texts.curl} value={curlOf(api_base_url, apiKey)} isMultiline />
      </div>
      <Checkbox isSelected={isSaved} onChange={setSaved}>
        {texts.saved}
      </Checkbox>
      <DialogActions>
        <Button variant="primary" isDisabled={!isSaved} onPress={onSaved}>
          {texts.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const curlOf = (baseUrl: string, apiKey: string): string =>
  `curl ${baseUrl.replace(/\/$/, '')}/me \\\n  -H "Authorization: Bearer ${apiKey}"`;
