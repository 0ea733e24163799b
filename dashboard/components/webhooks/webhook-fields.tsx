import { type EventName, eventNames, isBasicEvent } from '../../../functions/model/webhooks/webhook.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { deliveryTexts } from '../../texts/en/deliveries.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { Breakable } from '../content/breakable.tsx';
import { CheckboxGroup } from '../controls/checkbox.tsx';
import { TextField } from '../controls/text-field.tsx';
import { Problem } from '../feedback/problem.tsx';

const texts = webhookTexts.fields;

export interface WebhookInput {
  url: string;
  events: readonly EventName[];
}

interface FieldProps {
  label: string;
  value: WebhookInput;
  onChange: (value: WebhookInput) => void;
  /** Faults show after the first attempt to submit. */
  isChecked: boolean;
}

interface UrlFieldProps extends FieldProps {
  /** The error for an empty field, which says where to get the URL. */
  missing?: string;
  /** The error of the server, which shows here if the URL caused it. */
  problem: ApiProblem | null;
  hint?: string;
  autoFocus?: boolean;
}

export const UrlField = ({
  value,
  onChange,
  isChecked,
  missing = texts.urlMissing,
  problem,
  ...field
}: UrlFieldProps) => (
  <TextField
    {...field}
    type="url"
    placeholder={texts.urlPlaceholder}
    isMonospaced
    isRequired
    value={value.url}
    onChange={(url) => onChange({ ...value, url })}
    error={(isChecked ? urlFault(value.url, missing) : undefined) ?? problem?.faultOf('url')}
    autoComplete="off"
    spellCheck="false"
  />
);

export const EventsField = ({ label, value, onChange, isChecked }: FieldProps) => {
  const workspace = useWorkspace();
  const hasMore = useLive('getWorkspace', {}).data?.data.more_events ?? false;
  const offered = eventNames.filter((name) => hasMore || isBasicEvent(name) || value.events.includes(name));
  return (
    <CheckboxGroup
      label={label}
      value={[...value.events]}
      onChange={(chosen) => onChange({ ...value, events: eventNames.filter((name) => chosen.includes(name)) })}
      options={eventOptions(offered)}
      hint={
        hasMore ? undefined : (
          <>
            {texts.moreEvents}{' '}
            <a href={`/w/${workspace.id}/settings/workspace`} target="_blank" rel="noopener">
              {texts.turnOnMore}
            </a>
          </>
        )
      }
      error={isChecked && value.events.length === 0 ? texts.eventsMissing : undefined}
    />
  );
};

export const eventOptions = (names: readonly EventName[]) =>
  names.map((name) => ({
    value: name,
    label: (
      <code>
        <Breakable text={name} isName />
      </code>
    ),
    hint: deliveryTexts.events[name],
  }));

/** The field of the URL shows its own fault. */
export const WebhookProblem = ({ error }: { error: ApiProblem | null }) =>
  error && error.faultOf('url') === undefined && <Problem error={error} />;

export const hasFault = ({ url, events }: WebhookInput): boolean =>
  urlFault(url, '') !== undefined || events.length === 0;

/** This checks the form only; the server decides which addresses it sends to. */
const urlFault = (url: string, missing: string): string | undefined => {
  if (url.trim() === '') return missing;
  return /^https?:\/\/[^/]/.test(url.trim()) && URL.canParse(url.trim()) ? undefined : texts.urlMalformed;
};
