import { type FormEvent, useState } from 'react';
import { useLive } from '../../api/queries.ts';
import { awaitTask } from '../../api/tasks.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { en } from '../../texts/en.ts';
import { firstTime, fromLocalInput, toLocalInput } from './recovery.ts';

const texts = webhookTexts.recover;

interface RecoverDialogProps {
  webhookId: string;
  /** When the failures began, if the page knows. */
  from: string | undefined;
  onClose: () => void;
}

export const RecoverDialog = ({ webhookId, from, onClose }: RecoverDialogProps) => {
  const [text, setText] = useState(() => toLocalInput(firstTime(from, Date.now())));
  const since = fromLocalInput(text);
  const fault = faultOf(since);
  const count = useCount(webhookId, fault ? undefined : since);
  const found = count.data?.data;
  const start = useOperation('startRecovery', [], {
    onDone: (started) => {
      void awaitTask(Promise.resolve(started));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!since || fault || !found?.count) return;
    const total = found.is_exact ? { total: found.count } : {};
    start.mutate({ input: { webhook_id: webhookId, since, ...total } });
  };
  const words = found && webhookTexts.count(found.count, !found.is_exact);
  return (
    <Dialog title={texts.title} lead={texts.lead} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextField
          label={texts.since}
          type="datetime-local"
          hint={texts.sinceHint}
          error={fault}
          value={text}
          onChange={setText}
          autoFocus
        />
        {count.error ? (
          <Problem
            error={count.error}
            title={texts.countFailed}
            onRetry={() => void count.refetch()}
            isRetrying={count.isFetching}
          />
        ) : (
          <p role="status">
            {fault ? '' : !words ? texts.counting : found.count === 0 ? texts.none : texts.count(words)}
          </p>
        )}
        {start.error && <Problem error={start.error} />}
        <DialogActions>
          <Button onPress={onClose}>{en.confirm.cancel}</Button>
          <Button
            variant="primary"
            type="submit"
            isPending={start.isPending}
            isDisabled={!found?.count || fault !== undefined}
          >
            {words && found.count > 0 ? texts.submit(words) : texts.submitNone}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

const useCount = (webhookId: string, since: string | undefined) => {
  return useLive(
    'countRecoverable',
    { id: webhookId },
    { everyMs: false, input: { since: since ?? '' }, isEnabled: since !== undefined },
  );
};

const faultOf = (since: string | undefined): string | undefined => {
  if (since === undefined) return texts.sinceMissing;
  return Date.parse(since) > Date.now() ? texts.sinceFuture : undefined;
};
