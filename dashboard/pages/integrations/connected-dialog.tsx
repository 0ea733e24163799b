import { CopyField } from '../../components/content/copy-field.tsx';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import { en } from '../../texts/en.ts';

const texts = en.integrations.connected;

interface ConnectedDialogProps {
  secret: string;
  onSaved: () => void;
  onTest: () => void;
}

export const ConnectedDialog = ({ secret, onSaved, onTest }: ConnectedDialogProps) => (
  <SecretDialog title={texts.title} lead={texts.lead} onSaved={onSaved} next={{ label: texts.test, onPress: onTest }}>
    <CopyField label={texts.secret} value={secret} />
    <p>{texts.next}</p>
  </SecretDialog>
);
