import { useState } from 'react';
import type { WebChatSettings } from '../../../functions/model/web-chat/settings.ts';
import { useOperation } from '../../api/use-operation.ts';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import { webChatTexts } from '../../texts/en/web-chat.ts';
import { Preview } from './preview.tsx';

const texts = webChatTexts;

interface WebChatDialogsProps {
  dialog: 'off' | 'secret' | 'preview';
  draft: WebChatSettings;
  hasSecret: boolean;
  onClose: () => void;
}

export const WebChatDialogs = ({ dialog, draft, hasSecret, onClose }: WebChatDialogsProps) => {
  if (dialog === 'off') return <OffDialog onClose={onClose} />;
  if (dialog === 'secret') return <NewSecretDialog hasSecret={hasSecret} onClose={onClose} />;
  return (
    <Dialog title={texts.preview} onClose={onClose} isDrawer>
      <Preview draft={draft} />
    </Dialog>
  );
};

const OffDialog = ({ onClose }: { onClose: () => void }) => {
  const update = useOperation('updateWebChat', ['getWebChat'], { done: texts.isOff, onDone: onClose });
  return (
    <Confirm
      title={texts.off.title}
      action={texts.turnOff}
      operation={update}
      onConfirm={() => update.mutate({ input: { is_active: false } })}
      onClose={onClose}
    >
      {texts.off.lead}
    </Confirm>
  );
};

const overlaps = ['24', '0'] as const;

const NewSecretDialog = ({ hasSecret, onClose }: { hasSecret: boolean; onClose: () => void }) => {
  const [secret, setSecret] = useState<string>();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  const create = useOperation('createChatSecret', ['getWebChat'], { onDone: ({ data }) => setSecret(data.secret) });
  if (secret !== undefined) {
    const shown = { label: texts.secret.label, value: secret };
    return (
      <SecretDialog title={texts.secret.savedTitle} lead={texts.secret.savedLead} secret={shown} onSaved={onClose} />
    );
  }
  return (
    <FormDialog
      title={hasSecret ? texts.secret.replaceTitle : texts.secret.title}
      lead={hasSecret ? texts.secret.replaceLead : texts.secret.lead}
      action={hasSecret ? texts.secret.replaceSubmit : texts.secret.submit}
      operation={create}
      onSubmit={() => create.mutate({ input: { overlap_hours: Number(overlap) } })}
      onClose={onClose}
    >
      {hasSecret && (
        <RadioGroup
          label={texts.secret.overlap}
          value={overlap}
          onChange={setOverlap}
          options={overlaps.map((value) => ({ value, ...texts.secret.overlaps[value] }))}
        />
      )}
    </FormDialog>
  );
};
