import type { RotatedSecret } from '../../../../functions/model/webhooks/webhook.ts';
import { SecretDialog } from '../../../app/secret-dialog.tsx';
import { CopyField } from '../../../components/content/copy-field.tsx';
import { messages } from '../../../messages/en.ts';
import { exactTime } from '../../../messages/time.ts';

const texts = messages.webhooks.rotate;

interface RotatedDialogProps {
  rotated: RotatedSecret;
  onSaved: () => void;
}

export const RotatedDialog = ({ rotated: { secret, previous_secret_expires_at }, onSaved }: RotatedDialogProps) => (
  <SecretDialog title={texts.rotatedTitle} lead={texts.rotatedLead} onSaved={onSaved}>
    <CopyField label={messages.webhooks.created.secret} value={secret} />
    <p>{previous_secret_expires_at ? texts.both(exactTime(Date.parse(previous_secret_expires_at))) : texts.onlyNew}</p>
  </SecretDialog>
);
