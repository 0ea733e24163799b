import { useState } from 'react';
import { Link } from 'wouter';
import type { ShownBroadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import type { RenderedTemplate } from '../../../functions/model/templates/contents.ts';
import type { TemplateChoice } from '../../../functions/model/templates/template.ts';
import type { Input } from '../../api/call.ts';
import { useLive } from '../../api/queries.ts';
import { type Running, useOperation } from '../../api/use-operation.ts';
import { Detail, Details } from '../../components/content/details.tsx';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { FormDialog, TextDialog } from '../../components/overlays/form-dialog.tsx';
import { TemplateBubble } from '../../components/templates/template-bubble.tsx';
import { useDraft } from '../../context/draft.ts';
import { inboxPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { count } from '../../texts/numbers.ts';
import { audienceWords, mustTypeNumber } from './broadcast-words.ts';

interface BroadcastDialogProps {
  broadcast: ShownBroadcast & { template: TemplateChoice };
  onClose: () => void;
}

const reads = ['getBroadcast', 'listBroadcasts', 'listBroadcastRecipients', 'listRunningBroadcasts'] as const;

export const CancelDialog = ({ broadcast, onClose }: BroadcastDialogProps) => {
  const texts = broadcastTexts.cancelDialog;
  const { id, name, is_waiting, sent_count, pending_count } = broadcast;
  const cancel = useOperation('cancelBroadcast', reads, { done: texts.done(name), onDone: onClose });
  return (
    <Confirm
      title={texts.title(name)}
      action={texts.action}
      keep={is_waiting ? texts.keepScheduled : texts.keep}
      operation={cancel}
      onConfirm={() => cancel.mutate({ params: { id } })}
      onClose={onClose}
    >
      {is_waiting ? texts.waiting : texts.text(sent_count, pending_count)}
    </Confirm>
  );
};

export const SendNowDialog = ({ broadcast, onClose }: BroadcastDialogProps) => {
  const texts = broadcastTexts.nowDialog;
  const { id, name, segment_id, total_recipients, rejected } = broadcast;
  const send = useOperation('sendBroadcastNow', reads, { done: texts.done(name), onDone: onClose });
  // Who is in a segment with a filter is known only when the broadcast begins.
  const isUncounted = total_recipients === 0 && segment_id !== null;
  const segment = useLive('getSegment', { id: segment_id ?? '' }, { ...once, isEnabled: isUncounted });
  const number = total_recipients - rejected || (segment.data?.data.member_count ?? 0);
  const { isConfirmed, field } = useTypedNumber(count(number), useMustType(broadcast.template, number), true);
  const isReady = isConfirmed && !(isUncounted && segment.isPending);
  return (
    <FormDialog
      title={texts.title(name, number)}
      lead={texts.text(audienceWords(broadcast))}
      action={broadcastTexts.sendNow}
      operation={send}
      isDisabled={!isReady}
      onSubmit={() => isReady && send.mutate({ params: { id } })}
      onClose={onClose}
    >
      {field}
    </FormDialog>
  );
};

const once = { everyMs: false, isAside: true } as const;

/** Undefined until it is known. A template that is gone is refused later. */
const useMustType = ({ name, language }: TemplateChoice, number: number) => {
  const template = useLive('getTemplate', { name, language }, once);
  return template.isPending ? undefined : mustTypeNumber(number, template.data?.data.category);
};

const useTypedNumber = (number: string, mustType: boolean | undefined, isOnlyField: boolean) => {
  const [typed, setTyped] = useState('');
  const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
  return {
    isConfirmed: mustType === false || (mustType === true && digitsOf(typed) === digitsOf(number)),
    field: mustType && (
      <TextField
        label={broadcastTexts.sendDialog.type(number.replace(/^\D+/, ''))}
        value={typed}
        onChange={setTyped}
        inputMode="numeric"
        autoComplete="off"
        autoFocus={isOnlyField}
      />
    ),
  };
};

interface AgainDialogProps extends BroadcastDialogProps {
  onSent: (id: string) => void;
}

export const AgainDialog = ({ broadcast, onSent, onClose }: AgainDialogProps) => {
  const texts = broadcastTexts.againDialog;
  const { id, temporary_count: number } = broadcast;
  const [name, setName] = useDraft('name', texts.again(broadcast.name));
  const { isConfirmed, field } = useTypedNumber(count(number), useMustType(broadcast.template, number), false);
  const resend = useOperation('resendBroadcast', ['listBroadcasts', 'getBroadcast'], {
    done: texts.done,
    onDone: ({ data }) => onSent(data.id),
  });
  return (
    <TextDialog
      title={texts.title}
      lead={texts.lead(number)}
      action={texts.action}
      field={{ label: texts.name, value: name, onChange: setName, maxLength: 80 }}
      missing={texts.missing}
      operation={resend}
      isDisabled={!isConfirmed}
      onSubmit={(text) => isConfirmed && resend.mutate({ params: { id }, input: { name: text } })}
      onClose={onClose}
    >
      {field}
    </TextDialog>
  );
};

interface SendDialogProps {
  input: Input<'createBroadcast'>;
  /** "1,187" */
  number: string;
  audience: string;
  /** When it is scheduled for, in words. */
  time: string | undefined;
  zone: string;
  plan: string;
  mustType: boolean;
  preview: RenderedTemplate;
  operation: Running & { mutate: (request: { input: Input<'createBroadcast'> }) => void };
  onClose: () => void;
}

/** The last look before it goes out. A large one, or marketing, asks for the number. */
export const SendDialog = ({
  input,
  number,
  time,
  mustType,
  preview,
  operation,
  onClose,
  ...shown
}: SendDialogProps) => {
  const texts = broadcastTexts.sendDialog;
  const { isConfirmed, field } = useTypedNumber(number, mustType, true);
  return (
    <FormDialog
      title={time ? texts.scheduleTitle(input.name, number, time) : texts.title(input.name, number)}
      action={time ? broadcastTexts.composer.schedule(time) : broadcastTexts.composer.send(number)}
      operation={operation}
      isDisabled={!isConfirmed}
      onSubmit={() => isConfirmed && operation.mutate({ input })}
      onClose={onClose}
    >
      <TemplateBubble template={preview} />
      <Details>
        <Detail name={texts.template}>
          <code>{input.template.name}</code>
        </Detail>
        <Detail name={texts.audience}>{shown.audience}</Detail>
        <Detail name={texts.time}>{time ? broadcastTexts.composer.timeIn(time, shown.zone) : texts.now}</Detail>
        <Detail name={texts.plan}>
          {texts.cost(number)} {shown.plan}
        </Detail>
      </Details>
      {field}
    </FormDialog>
  );
};

interface TestDialogProps {
  template: TemplateChoice;
  onClose: () => void;
}

export const TestDialog = ({ template, onClose }: TestDialogProps) => {
  const texts = broadcastTexts.testDialog;
  const { user } = useSession();
  const key = `switchboard.test-number ${user.id}`;
  const [to, setTo] = useState(() => localStorage.getItem(key) ?? '');
  const test = useOperation('testBroadcast', []);
  const submit = (number: string) => {
    localStorage.setItem(key, number);
    test.mutate({ input: { to: number, template } });
  };
  if (test.data) return <TestSent to={to} sent={test.data.data} onClose={onClose} />;
  return (
    <TextDialog
      title={texts.title}
      lead={texts.lead}
      action={texts.action}
      field={{ label: texts.phone, type: 'tel', hint: texts.hint, value: to, onChange: setTo, maxLength: 40 }}
      missing={texts.missing}
      operation={test}
      onSubmit={submit}
      onClose={onClose}
    />
  );
};

interface TestSentProps {
  to: string;
  sent: { message_id: string; conversation_id: string };
  onClose: () => void;
}

const TestSent = ({ to, sent: { message_id, conversation_id }, onClose }: TestSentProps) => {
  const texts = broadcastTexts.testDialog;
  const { id: workspaceId } = useWorkspace();
  const statusIn = (entries: readonly { id: string }[] = []): string | undefined => {
    const entry = entries.find(({ id }) => id === message_id);
    return entry && 'status' in entry ? String(entry.status) : undefined;
  };
  const isDone = (status: string | undefined) =>
    status !== undefined && ['delivered', 'read', 'failed'].includes(status);
  const { data } = useLive(
    'getTimeline',
    { id: conversation_id },
    { everyMs: 2_000, isAside: true, isFinal: (timeline) => isDone(statusIn(timeline.data.entries)) },
  );
  const status = statusIn(data?.data.entries);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Notice tone={status === 'failed' ? 'bad' : 'info'} isAlert>
        <p>{status === 'failed' ? texts.failed(to) : isDone(status) ? texts.delivered(to) : texts.sent(to)}</p>
      </Notice>
      <DialogActions>
        <Link href={inboxPath(workspaceId, { view: 'all', c: conversation_id })}>{texts.open}</Link>
        <Button variant="primary" onPress={onClose} autoFocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
