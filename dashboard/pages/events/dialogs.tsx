import { useState } from 'react';
import { type Feed, waitSecondsMax } from '../../../functions/model/feeds/feed.ts';
import { toCurl } from '../../../functions/model/samples.ts';
import { type EventName, eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { useOperation } from '../../api/use-operation.ts';
import { CodeBlock } from '../../components/content/code-block.tsx';
import { Button } from '../../components/controls/button.tsx';
import { CheckboxGroup } from '../../components/controls/checkbox.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { eventOptions } from '../../components/webhooks/webhook-fields.tsx';
import { useDraft } from '../../context/draft.ts';
import { useSession } from '../../context/session.ts';
import { eventTexts } from '../../texts/en/events.ts';
import { dateTime } from '../../texts/time.ts';

const texts = eventTexts.feeds;

interface DeleteFeedDialogProps {
  feed: Feed;
  onClose: () => void;
}

export const DeleteFeedDialog = ({ feed: { id, name, created_at }, onClose }: DeleteFeedDialogProps) => {
  const remove = useOperation('deleteFeed', ['listFeeds'], { done: texts.delete.done, onDone: onClose });
  return (
    <Confirm
      title={texts.delete.title}
      action={texts.delete.action}
      operation={remove}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      {texts.delete.lead(id, name, dateTime(Date.parse(created_at)))}
    </Confirm>
  );
};

interface CreateFeedDialogProps {
  onCreated: (id: string) => void;
  onClose: () => void;
}

export const CreateFeedDialog = ({ onCreated, onClose }: CreateFeedDialogProps) => {
  const create = useOperation('createFeed', ['listFeeds'], { onDone: ({ data }) => onCreated(data.id) });
  const [name, setName] = useDraft('name', '');
  const [events, setEvents] = useDraft<readonly EventName[]>('feed', ['message.received']);
  const [isChecked, setChecked] = useState(false);
  const submit = () => {
    setChecked(true);
    if (events.length > 0) create.mutate({ input: { name: name.trim() || null, events: [...events] } });
  };
  return (
    <FormDialog
      title={texts.create.title}
      lead={texts.create.lead}
      action={texts.create.action}
      operation={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.create.name}
        hint={texts.create.nameHint}
        value={name}
        onChange={setName}
        maxLength={80}
        autoFocus
        autoComplete="off"
      />
      <CheckboxGroup
        label={texts.create.events}
        value={[...events]}
        onChange={(chosen) => setEvents(eventNames.filter((name) => chosen.includes(name)))}
        options={eventOptions(eventNames)}
        error={isChecked && events.length === 0 ? texts.create.missing : undefined}
      />
    </FormDialog>
  );
};

/** Its id is no secret: the list has it, too. */
export const CreatedFeedDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { api_base_url } = useSession();
  const query = { wait: `${waitSecondsMax}` };
  return (
    <Dialog title={texts.created.title} lead={texts.created.lead} onClose={onClose}>
      <CodeBlock
        label={texts.created.call}
        code={toCurl({ method: 'GET', baseUrl: api_base_url, path: `/feeds/${id}/events`, query })}
      />
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          {texts.created.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
