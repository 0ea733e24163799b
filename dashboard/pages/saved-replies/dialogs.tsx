import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Output } from '../../api/call.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../components/controls/button.tsx';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
import { savedReplyTexts } from '../../texts/en/saved-replies.ts';
import { findUnknownPlaceholder, replyFields } from '../inbox/composer/placeholders.ts';
import styles from './saved-replies.module.css';

const texts = savedReplyTexts.form;
const list = ['listSavedReplies'] as const;

/** Without a reply it creates one. */
export type ListedReply = Output<'listSavedReplies'>['data'][number];

export const ReplyDialog = ({ reply, onClose }: { reply?: ListedReply; onClose: () => void }) => {
  const [name, setName] = useDraft('name', reply?.name ?? '');
  const [text, setText] = useDraft('text', reply?.text ?? '');
  const [who, setWho] = useDraft<'personal' | 'shared'>('who', reply?.is_shared ? 'shared' : 'personal');
  const [isChecked, setChecked] = useState(false);
  const create = useOperation('createSavedReply', list, { done: texts.created(name), onDone: onClose });
  const update = useOperation('updateSavedReply', list, { done: texts.changed(name), onDone: onClose });
  const faultOf = (value: string, label: string) =>
    isChecked && value.trim() === '' ? texts.missing(label) : undefined;
  const unknown = findUnknownPlaceholder(text);
  const submit = () => {
    setChecked(true);
    if (name.trim() === '' || text.trim() === '' || unknown) return;
    const input = { name: name.trim(), text, is_shared: who === 'shared' };
    if (reply) update.mutate({ params: { id: reply.id }, input });
    else create.mutate({ input });
  };
  return (
    <FormDialog
      title={reply ? texts.editTitle(reply.name) : texts.createTitle}
      action={reply ? texts.editAction : texts.createAction}
      operation={reply ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        error={faultOf(name, texts.name)}
        value={name}
        onChange={setName}
        maxLength={80}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <ReplyText
        text={text}
        error={
          isChecked && unknown ? texts.unknown(unknown, replyFields.map(toPlaceholder)) : faultOf(text, texts.text)
        }
        onChange={setText}
      />
      <RadioGroup
        label={texts.who}
        value={who}
        onChange={setWho}
        options={[
          { value: 'personal', label: savedReplyTexts.personal, hint: texts.personalHint },
          { value: 'shared', label: savedReplyTexts.shared, hint: texts.sharedHint },
        ]}
      />
    </FormDialog>
  );
};

const toPlaceholder = (field: string): string => `{{contact.${field}}}`;
const charactersMax = 4_096;

interface ReplyTextProps {
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The button inserts at the cursor, or at the end if the person has not been in the field. */
const ReplyText = ({ text, error, onChange }: ReplyTextProps) => {
  const box = useRef<HTMLDivElement>(null);
  const range = useRef<[number, number]>(undefined);
  const insert = () => {
    const [from, to] = range.current ?? [text.length, text.length];
    const field = box.current?.querySelector('textarea');
    const next = text.slice(0, from) + texts.namePlaceholder + text.slice(to);
    if (!field || next.length > charactersMax) return;
    flushSync(() => onChange(next));
    field.focus();
    field.setSelectionRange(from + texts.namePlaceholder.length, from + texts.namePlaceholder.length);
  };
  return (
    <div ref={box} className={styles.replyText}>
      <TextField
        label={texts.text}
        hint={texts.textHint}
        error={error}
        value={text}
        onChange={onChange}
        onBlur={({ target: { selectionStart: from, selectionEnd: to } }) => {
          range.current = [from ?? text.length, to ?? text.length];
        }}
        maxLength={charactersMax}
        isMultiline
        isRequired
      />
      <Button size="small" onPress={insert}>
        {texts.insertName}
      </Button>
    </div>
  );
};

export const DeleteDialog = ({ reply, onClose }: { reply: ListedReply; onClose: () => void }) => {
  const { title, lead, leadShared, done } = savedReplyTexts.delete;
  const remove = useOperation('deleteSavedReply', list, { done: done(reply.name), onDone: onClose });
  return (
    <Confirm
      title={title(reply.name)}
      action={savedReplyTexts.remove}
      operation={remove}
      onConfirm={() => remove.mutate({ params: { id: reply.id } })}
      onClose={onClose}
    >
      {reply.is_shared ? leadShared : lead}
    </Confirm>
  );
};
