import type { RotatedSecret } from '../../../../functions/model/webhooks/webhook.ts';
import { CopyField } from '../../../components/content/copy-field.tsx';
import { SecretDialog } from '../../../components/overlays/secret-dialog.tsx';
import { en } from '../../../texts/en.ts';
import { exactTime } from '../../../texts/time.ts';

const texts = en.webhooks.rotate;

interface RotatedDialogProps {
  rotated: RotatedSecret;
  onSaved: () => void;
}

export const RotatedDialog = ({ rotated: { secret, previous_secret_expires_at }, onSaved }: RotatedDialogProps) => (
  <SecretDialog title={texts.rotatedTitle} lead={texts.rotatedLead} onSaved={onSaved}>
    <CopyField label={en.webhooks.created.secret} value={secret} />
    <p>{previous_secret_expires_at ? texts.both(exactTime(Date.parse(previous_secret_expires_at))) : texts.onlyNew}</p>
  </SecretDialog>
);
