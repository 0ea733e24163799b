import { type EventName, eventNames } from '../../../functions/model/webhook.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { CheckboxGroup } from '../../components/controls/checkbox-group.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { messages } from '../../messages/en.ts';

const texts = messages.integrations.connect;

export interface ConnectionInput {
  url: string;
  events: readonly EventName[];
}

interface FieldProps {
  label: string;
  value: ConnectionInput;
  onChange: (value: ConnectionInput) => void;
  /** Faults show after the first try to submit. */
  isChecked: boolean;
}

export const UrlField = ({ label, value, onChange, isChecked, ...focus }: FieldProps & { autoFocus?: boolean }) => (
  <TextField
    {...focus}
    label={label}
    type="url"
    placeholder={texts.urlPlaceholder}
    isMonospaced
    isRequired
    value={value.url}
    onChange={(url) => onChange({ ...value, url })}
    error={isChecked ? urlFault(value.url) : undefined}
    autoComplete="off"
    spellCheck="false"
  />
);

export const EventsField = ({ label, value, onChange, isChecked }: FieldProps) => (
  <CheckboxGroup
    label={label}
    value={[...value.events]}
    onChange={(chosen) => onChange({ ...value, events: eventNames.filter((name) => chosen.includes(name)) })}
    options={eventNames.map((name) => ({
      value: name,
      label: <code>{name}</code>,
      hint: messages.integrations.events[name],
    }))}
    error={isChecked && value.events.length === 0 ? texts.eventsMissing : undefined}
  />
);

/** The server names its field, which is the address here. */
export const ConnectionProblem = ({ error }: { error: ApiProblem | null }) =>
  error && <Problem error={error} {...(error.message.startsWith('"url"') ? { title: texts.urlRefused } : {})} />;

export const hasFault = ({ url, events }: ConnectionInput): boolean =>
  urlFault(url) !== undefined || events.length === 0;

/** The server decides which addresses it sends to, and says why it refuses one. */
const urlFault = (url: string): string | undefined => {
  if (url.trim() === '') return texts.urlMissing;
  return /^https?:\/\/[^/]/.test(url.trim()) && URL.canParse(url.trim()) ? undefined : texts.urlMalformed;
};
