import { accessTokenPattern, accountIdPattern } from '../../../functions/model/channels/connected-channel.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { en } from '../../texts/en.ts';

const texts = en.channels.connect;

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Faults show after the first try to submit. */
  isChecked: boolean;
  autoFocus?: boolean;
}

export const IdField = ({ isChecked, ...props }: FieldProps & { label: string; hint: string }) => (
  <TextField
    {...props}
    error={isChecked ? idFault(props.value) : undefined}
    isMonospaced
    isRequired
    autoComplete="off"
    spellCheck="false"
  />
);

/** A password field keeps the token from those who look over a shoulder. */
export const TokenField = ({ isChecked, ...props }: FieldProps) => (
  <TextField
    {...props}
    label={texts.token}
    hint={texts.tokenHint}
    error={isChecked ? tokenFault(props.value) : undefined}
    type="password"
    isMonospaced
    isRequired
    autoComplete="off"
    spellCheck="false"
  />
);

export const idFault = (value: string): string | undefined => {
  if (value.trim() === '') return texts.idMissing;
  return accountIdPattern.test(value.trim()) ? undefined : texts.idMalformed;
};

export const tokenFault = (value: string): string | undefined => {
  if (value.trim() === '') return texts.tokenMissing;
  return accessTokenPattern.test(value.trim()) ? undefined : texts.tokenMalformed;
};
