import { useState } from 'react';
import type { NewWebhook, RotatedSecret, WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import type { Output } from '../../api/call.ts';
import { type Running, useOperation } from '../../api/use-operation.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { Confirm, ConfirmByName } from '../../components/overlays/confirm.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';
import {
  EventsField,
  hasFault,
  UrlField,
  type WebhookInput,
  WebhookProblem,
} from '../../components/webhooks/webhook-fields.tsx';
import { webhookName } from '../../components/webhooks/webhook-state.ts';
import { useDraft } from '../../context/draft.ts';
import { useSession } from '../../context/session.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { exactTime } from '../../texts/time.ts';
import { webhookReads } from './webhook-queries.ts';
import styles from './webhooks.module.css';

const texts = webhookTexts;

interface WebhookDialogProps {
  webhook: WebhookDetails;
  onClose: () => void;
}

interface WebhookDialogsProps extends WebhookDialogProps {
  dialog: string;
  onDeleted: () => void;
}

/** The dialogs that the list and the page of a webhook share. Integrations changes and disconnects those of a tool. */
export const WebhookDialogs = ({ webhook, dialog, onDeleted, onClose }: WebhookDialogsProps) => {
  const isOwn = webhook.provider === 'api';
  const props = { webhook, onClose };
  if (dialog === 'edit' && isOwn) return <EditDialog {...props} />;
  if (dialog === 'off' && webhook.is_active) return <TurnOffDialog {...props} />;
  return dialog === 'delete' && isOwn && <DeleteDialog {...props} onDeleted={onDeleted} />;
};

export type CreatedWebhook = Output<'createWebhook'>['data'];

interface CreateDialogProps {
  onCreated: (webhook: CreatedWebhook) => void;
  onClose: () => void;
}

export const CreateDialog = ({ onCreated, onClose }: CreateDialogProps) => {
  const create = useOperation('createWebhook', ['listWebhooks'], { onDone: ({ data }) => onCreated(data) });
  return (
    <WebhookForm
      title={texts.create.title}
      lead={texts.create.lead}
      action={texts.create.submit}
      initial={{ url: '', events: ['message.received'] }}
      operation={create}
      onSubmit={(input) => create.mutate({ input })}
      onClose={onClose}
    />
  );
};

interface CreatedDialogProps {
  secret: string;
  onSaved: () => void;
  onOpen: () => void;
}

export const CreatedDialog = ({ secret, onSaved, onOpen }: CreatedDialogProps) => (
  <SecretDialog
    title={texts.created.title}
    lead={texts.created.lead}
    secret={{ label: texts.created.secret, value: secret }}
    onSaved={onSaved}
    next={{ label: texts.created.open, onPress: onOpen }}
  >
    <p>{texts.created.next}</p>
  </SecretDialog>
);

const EditDialog = ({ webhook, onClose }: WebhookDialogProps) => {
  const update = useOperation('updateWebhook', webhookReads, { done: texts.edit.done, onDone: onClose });
  return (
    <WebhookForm
      title={texts.edit.title}
      action={texts.edit.submit}
      initial={webhook}
      operation={update}
      onSubmit={(input) => update.mutate({ params: { id: webhook.id }, input })}
      onClose={onClose}
    />
  );
};

const TurnOffDialog = ({ webhook, onClose }: WebhookDialogProps) => {
  const update = useOperation('updateWebhook', webhookReads, { done: texts.turnOff.done, onDone: onClose });
  return (
    <Confirm
      title={texts.turnOff.title}
      action={texts.turnOff.action}
      operation={update}
      onConfirm={() => update.mutate({ params: { id: webhook.id }, input: { is_active: false } })}
      onClose={onClose}
    >
      {texts.turnOff.lead}
    </Confirm>
  );
};

interface DeleteDialogProps extends WebhookDialogProps {
  onDeleted: () => void;
}

const DeleteDialog = ({ webhook, onDeleted, onClose }: DeleteDialogProps) => {
  const name = webhookName(webhook);
  const { url, events, last_delivery_at } = webhook;
  const remove = useOperation('deleteWebhook', ['listWebhooks', 'listEvents', 'listIntegrations'], {
    done: texts.remove.done(name),
    onDone: onDeleted,
  });
  return (
    <ConfirmByName
      title={texts.remove.title}
      name={name.split('/').at(-1) ?? name}
      action={texts.remove.submit}
      operation={remove}
      onConfirm={() => remove.mutate({ params: { id: webhook.id } })}
      onClose={onClose}
    >
      <code className={styles.fullUrl}>{url}</code>
      {texts.remove.facts(events)}{' '}
      {last_delivery_at ? (
        <>
          {texts.remove.lastDelivery} <RelativeTime at={last_delivery_at} />.
        </>
      ) : (
        texts.remove.never
      )}{' '}
      {texts.remove.lead}
    </ConfirmByName>
  );
};

const overlaps = ['24', '1', '0'] as const;

interface RotateDialogProps extends WebhookDialogProps {
  onRotated: (rotated: RotatedSecret) => void;
}

export const RotateDialog = ({ webhook, onRotated, onClose }: RotateDialogProps) => {
  const rotate = useOperation('rotateWebhookSecret', webhookReads, { onDone: ({ data }) => onRotated(data) });
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  return (
    <FormDialog
      title={texts.rotate.title}
      lead={texts.rotate.lead}
      action={texts.rotate.submit}
      operation={rotate}
      onSubmit={() => rotate.mutate({ params: { id: webhook.id }, input: { overlap_hours: Number(overlap) } })}
      onClose={onClose}
    >
      <RadioGroup
        label={texts.rotate.overlap}
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map((value) => ({ value, ...texts.rotate.options[value] }))}
      />
    </FormDialog>
  );
};

interface RotatedDialogProps {
  rotated: RotatedSecret;
  onSaved: () => void;
}

export const RotatedDialog = ({ rotated: { secret, previous_secret_expires_at }, onSaved }: RotatedDialogProps) => (
  <SecretDialog
    title={texts.rotate.rotatedTitle}
    lead={texts.rotate.rotatedLead}
    secret={{ label: texts.created.secret, value: secret }}
    onSaved={onSaved}
  >
    <p>
      {previous_secret_expires_at
        ? texts.rotate.both(exactTime(Date.parse(previous_secret_expires_at)))
        : texts.rotate.onlyNew}
    </p>
  </SecretDialog>
);

interface WebhookFormProps {
  title: string;
  lead?: string;
  action: string;
  initial: WebhookInput;
  operation: Running;
  onSubmit: (input: NewWebhook) => void;
  onClose: () => void;
}

/** The URL and the events of a new webhook, or of one that is edited. */
const WebhookForm = ({ initial, operation, onSubmit, onClose, ...head }: WebhookFormProps) => {
  const { has_playground } = useSession();
  const [input, setInput] = useDraft<WebhookInput>('webhook', initial);
  const [isChecked, setChecked] = useState(false);
  const fields = { value: input, onChange: setInput, isChecked };
  const submit = () => {
    setChecked(true);
    if (hasFault(input)) return;
    onSubmit({ url: input.url.trim(), events: [...input.events] });
  };
  return (
    <FormDialog
      {...head}
      operation={operation}
      problem={<WebhookProblem error={operation.error} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <UrlField
        {...fields}
        problem={operation.error}
        label={texts.fields.url}
        hint={has_playground ? texts.fields.urlHintLocal : texts.fields.urlHint}
        autoFocus
      />
      <EventsField {...fields} label={texts.fields.events} />
    </FormDialog>
  );
};
