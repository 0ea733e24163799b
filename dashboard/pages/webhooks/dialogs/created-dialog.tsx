import { CopyField } from '../../../components/content/copy-field.tsx';
import { SecretDialog } from '../../../components/overlays/secret-dialog.tsx';
import { en } from '../../../texts/en.ts';

const texts = en.webhooks.created;

interface CreatedDialogProps {
  secret: string;
  onSaved: () => void;
  onOpen: () => void;
}

export const CreatedDialog = ({ secret, onSaved, onOpen }: CreatedDialogProps) => (
  <SecretDialog title={texts.title} lead={texts.lead} onSaved={onSaved} next={{ label: texts.open, onPress: onOpen }}>
    <CopyField label={texts.secret} value={secret} />
    <p>{texts.next}</p>
  </SecretDialog>
);
