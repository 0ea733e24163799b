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
  dialog: 'off' | 'secret' | 'preview' | undefined;
  /** It is not in the address, so Back cannot show it again. */
  shownSecret: string | undefined;
  draft: WebChatSettings;
  hasSecret: boolean;
  onSecret: (secret: string) => void;
  onSaved: () => void;
  onClose: () => void;
}

export const WebChatDialogs = ({ dialog, shownSecret, draft, hasSecret, onClose, ...on }: WebChatDialogsProps) => {
  if (shownSecret !== undefined) {
    const secret = { label: texts.secret.label, value: shownSecret };
    return (
      <SecretDialog
        title={texts.secret.savedTitle}
        lead={texts.secret.savedLead}
        secret={secret}
        onSaved={on.onSaved}
      />
    );
  }
  if (dialog === 'off') return <OffDialog onClose={onClose} />;
  if (dialog === 'secret') return <NewSecretDialog hasSecret={hasSecret} onSecret={on.onSecret} onClose={onClose} />;
  if (dialog === undefined) return null;
  return (
    <Dialog title={texts.preview} onClose={onClose} isDrawer>
      <Preview draft={draft} isTitled={false} />
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

interface NewSecretDialogProps {
  hasSecret: boolean;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

const NewSecretDialog = ({ hasSecret, onSecret, onClose }: NewSecretDialogProps) => {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  const create = useOperation('createChatSecret', ['getWebChat'], { onDone: ({ data }) => onSecret(data.secret) });
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
