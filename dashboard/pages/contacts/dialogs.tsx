import { useState } from 'react';
import { Link } from 'wouter';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Select } from '../../components/controls/select.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { ConfirmByName } from '../../components/overlays/confirm.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
import { contactsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { contactTexts } from '../../texts/en/contacts.ts';
import { type AttributeKind, parseAttribute } from './contact-values.ts';

const addTexts = contactTexts.add;
const nobody = { phone: '', name: '', email: '', company: '', tags: '' };

/** Looks the number up first, so a contact that has it is shown and not changed. */
export const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const { id: workspaceId } = useWorkspace();
  const [fields, setFields] = useDraft('contact', nobody);
  const [isChecked, setChecked] = useState(false);
  const [existing, setExisting] = useState<Contact>();
  const create = useOperation('createContact', ['listContacts', 'listTags'], {
    done: ({ data }) => addTexts.done(contactName(data)),
    onDone: onClose,
  });
  const find = useOperation('listContacts', [], {
    onDone: ({ data: [found] }) => {
      setExisting(found);
      if (!found) create.mutate({ input: toInput(fields) });
    },
  });
  const submit = () => {
    setChecked(true);
    create.reset();
    if (fields.phone.trim()) find.mutate({ input: { phone: fields.phone.trim() } });
  };
  const field = (name: keyof typeof nobody) => ({
    label: addTexts[name],
    value: fields[name],
    onChange: (value: string) => {
      if (name === 'phone') setExisting(undefined);
      setFields({ ...fields, [name]: value });
    },
    autoComplete: 'off',
  });
  const isMissing = isChecked && fields.phone.trim() === '';
  return (
    <FormDialog
      title={addTexts.action}
      action={addTexts.action}
      operation={find.isPending || find.error ? find : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...field('phone')}
        type="tel"
        hint={addTexts.phoneHint}
        error={isMissing ? addTexts.missing : undefined}
        maxLength={40}
        isRequired
        autoFocus
      />
      <TextField {...field('name')} maxLength={255} />
      <TextField {...field('email')} maxLength={320} />
      <TextField {...field('company')} maxLength={255} />
      <TextField {...field('tags')} hint={addTexts.tagsHint} maxLength={1_000} />
      {existing && (
        <Notice
          tone="info"
          isAlert
          title={addTexts.belongs(contactName(existing))}
          actions={<Link href={contactsPath(workspaceId, existing.id)}>{addTexts.open}</Link>}
        />
      )}
    </FormDialog>
  );
};

const toInput = ({ phone, tags, ...texts }: typeof nobody) => ({
  phone: phone.trim(),
  tags: tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
  ...Object.fromEntries(
    Object.entries(texts)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value),
  ),
});

interface EraseDialogProps {
  contact: Contact;
  onErased: () => void;
  onClose: () => void;
}

export const EraseDialog = ({ contact, onErased, onClose }: EraseDialogProps) => {
  const { title, lead, action } = contactTexts.erase;
  const name = contactName(contact);
  const erase = useOperation('eraseContact', ['listContacts', 'getInbox'], {
    onDone: () => {
      onErased();
      onClose();
    },
  });
  return (
    <ConfirmByName
      title={title(name)}
      name={name}
      action={action}
      operation={erase}
      onConfirm={() => erase.mutate({ params: { id: contact.id } })}
      onClose={onClose}
    >
      {lead}
    </ConfirmByName>
  );
};

const texts = contactTexts.attribute;
const attributeName = /^[a-z][a-z0-9_]{0,39}$/;
const kinds = ['text', 'number', 'boolean'] as const;

export const AttributeDialog = ({ contact, onClose }: { contact: Contact; onClose: () => void }) => {
  const [name, setName] = useDraft('name', '');
  const [kind, setKind] = useDraft<AttributeKind>('kind', 'text');
  const [typed, setTyped] = useDraft('value', '');
  const [isChecked, setChecked] = useState(false);
  const update = useOperation('updateContact', ['getContact'], { onDone: onClose });
  const value = parseAttribute(kind, typed);
  const isNamed = attributeName.test(name);
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
        error={isChecked && value === undefined ? texts.valueFault[kind] : undefined}
        value={typed}
        onChange={setTyped}
        maxLength={255}
        autoComplete="off"
        isRequired
      />
    </FormDialog>
  );
};

const bulkTexts = contactTexts.bulk;

interface TagDialogProps {
  kind: 'add' | 'remove';
  onTag: (tag: string) => void;
  onClose: () => void;
}

export const TagDialog = ({ kind, onTag, onClose }: TagDialogProps) => {
  const [tag, setTag] = useState('');
  const [isChecked, setChecked] = useState(false);
  const title = kind === 'add' ? bulkTexts.addTag : bulkTexts.removeTag;
  const submit = () => {
    setChecked(true);
    if (tag.trim()) onTag(tag.trim());
  };
  return (
    <FormDialog title={title} action={title} onSubmit={submit} onClose={onClose}>
      <TextField
        label={bulkTexts.tag}
        error={isChecked && tag.trim() === '' ? bulkTexts.missing : undefined}
        value={tag}
        onChange={setTag}
        maxLength={100}
        autoComplete="off"
        isRequired
        autoFocus
      />
    </FormDialog>
  );
};
