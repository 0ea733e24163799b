import { useState } from 'react';
import { attributeNamePattern } from '../../../functions/model/contacts/attributes.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Select } from '../../components/controls/select.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { ConfirmByName } from '../../components/overlays/confirm.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
import { contactName } from '../../texts/contact-name.ts';
import { contactDialogTexts } from '../../texts/en/contact-dialogs.ts';
import { contactTexts } from '../../texts/en/contacts.ts';
import { en } from '../../texts/en.ts';
import type { DraftFields } from '../inbox/composer/drafts.ts';
import { TemplateForm } from '../inbox/composer/template-form.tsx';
import { type AttributeKind, parseAttribute } from './contact-values.ts';

interface MessageDialogProps {
  contact: Contact;
  onSent: (conversationId: string) => void;
  onClose: () => void;
}

/** Nobody who has not written can be reached without a template. */
export const MessageDialog = ({ contact, onSent, onClose }: MessageDialogProps) => {
  const { title, lead, done } = contactDialogTexts.message;
  const [kept, setKept] = useState<DraftFields['template']>();
  const send = useOperation('messageContact', ['listContactConversations', 'getContactTimeline', 'getInbox'], {
    done: done(contactName(contact)),
    onDone: ({ data }) => onSent(data.conversation_id),
  });
  return (
    <Dialog title={title(contactName(contact))} lead={lead} onClose={onClose}>
      <TemplateForm
        conversation={{ contact }}
        kept={kept}
        onKeep={setKept}
        onSend={({ body: { template } }) =>
          template && !send.isPending && send.mutate({ params: { id: contact.id }, input: { template } })
        }
        onCancel={onClose}
        cancel={en.confirm.cancel}
      />
      {send.error && <Problem error={send.error} />}
    </Dialog>
  );
};

interface EraseDialogProps {
  contact: Contact;
  onErased: () => void;
  onClose: () => void;
}

export const EraseDialog = ({ contact, onErased, onClose }: EraseDialogProps) => {
  const { title, lead } = contactDialogTexts.erase;
  const name = contactName(contact);
  const erase = useOperation('deleteContact', ['listContacts', 'getInbox'], {
    onDone: () => {
      onErased();
      onClose();
    },
  });
  return (
    <ConfirmByName
      title={title(name)}
      name={name}
      action={contactTexts.erase}
      operation={erase}
      onConfirm={() => erase.mutate({ params: { id: contact.id } })}
      onClose={onClose}
    >
      {lead}
    </ConfirmByName>
  );
};

const texts = contactDialogTexts.attribute;
const kinds = ['text', 'number', 'boolean'] as const;

export const AttributeDialog = ({ contact, onClose }: { contact: Contact; onClose: () => void }) => {
  const [name, setName] = useDraft('name', '');
  const [kind, setKind] = useDraft<AttributeKind>('kind', 'text');
  const [typed, setTyped] = useDraft('value', '');
  const [isChecked, setChecked] = useState(false);
  const update = useOperation('updateContact', ['getContact'], { onDone: onClose });
  const value = parseAttribute(kind, typed);
  const isNamed = attributeNamePattern.test(name);
  const submit = () => {
    setChecked(true);
    if (isNamed && value !== undefined)
      update.mutate({ params: { id: contact.id }, input: { attributes: { [name]: value } } });
  };
  return (
    <FormDialog title={texts.title} action={texts.action} operation={update} onSubmit={submit} onClose={onClose}>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        error={isChecked && !isNamed ? texts.nameFault : undefined}
        value={name}
        onChange={setName}
        maxLength={40}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <Select
        label={texts.kind}
        hint={texts.kindHint}
        value={kind}
        options={kinds.map((one) => ({ value: one, label: texts.kinds[one] }))}
        onChange={(chosen) => setKind(kinds.find((one) => one === chosen) ?? 'text')}
      />
      <TextField
        label={texts.value}
        error={isChecked && value === undefined ? contactTexts.attribute.valueFault[kind] : undefined}
        value={typed}
        onChange={setTyped}
        maxLength={255}
        autoComplete="off"
        isRequired
      />
    </FormDialog>
  );
};
