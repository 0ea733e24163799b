import { Label } from 'react-aria-components/Label';
import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components/RadioGroup';
import { Text } from 'react-aria-components/Text';
import styles from './choices.module.css';
import field from './fields.module.css';

interface RadioGroupProps<Value extends string> {
  label: string;
  isLabelHidden?: boolean;
  value: Value;
  options: readonly { value: Value; label: string; hint: string }[];
  onChange: (value: Value) => void;
  hint?: string | undefined;
}

export const RadioGroup = <Value extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  onChange,
  hint,
}: RadioGroupProps<Value>) => (
  <AriaRadioGroup
    value={value}
    onChange={(chosen) => {
      const option = options.find((candidate) => candidate.value === chosen);
      if (option) onChange(option.value);
    }}
    className={field.field ?? ''}
  >
    <Label className={isLabelHidden ? 'visually-hidden' : (field.fieldLabel ?? '')}>{label}</Label>
    <div className={styles.radios}>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={styles.radio ?? ''}>
          <span className={styles.circle} aria-hidden="true" />
          <span className={styles.radioText}>
            <span>{option.label}</span>
            <span className={field.fieldHint}>{option.hint}</span>
          </span>
        </Radio>
      ))}
    </div>
    {hint && (
      <Text slot="description" className={field.fieldHint}>
        {hint}
      </Text>
    )}
  </AriaRadioGroup>
);
