import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import styles from './fields.module.css';

interface TextFieldProps extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  placeholder?: string;
  isMonospaced?: boolean;
  /** Three lines that grow with their text. */
  isMultiline?: boolean;
  isLabelHidden?: boolean;
}

export const TextField = ({ label, hint, error, placeholder, isMonospaced, isMultiline, ...rest }: TextFieldProps) => {
  const { isLabelHidden = false, ...props } = rest;
  const input = { className: styles.fieldInput ?? '', placeholder, 'data-mono': isMonospaced || undefined };
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} className={styles.field ?? ''}>
      <Label className={isLabelHidden ? 'visually-hidden' : (styles.fieldLabel ?? '')}>{label}</Label>
      {isMultiline ? <TextArea {...input} rows={3} /> : <Input {...input} />}
      {hint && error === undefined && (
        <Text slot="description" className={styles.fieldHint}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  );
};
