import { useState } from 'react';
import type { Output } from '../../api/call.ts';
import { useOperation } from '../../api/use-operation.ts';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
import { savedReplyTexts } from '../../texts/en/saved-replies.ts';

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
  const submit = () => {
    setChecked(true);
    if (name.trim() === '' || text.trim() === '') return;
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
      <TextField
        label={texts.text}
        hint={texts.textHint}
        error={faultOf(text, texts.text)}
        value={text}
        onChange={setText}
        maxLength={4_096}
        isMultiline
        isRequired
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
