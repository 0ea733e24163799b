import { Label } from 'react-aria-components/Label';
import { RadioGroup as AriaRadioGroup, Radio } from 'react-aria-components/RadioGroup';
import { Text } from 'react-aria-components/Text';
import field from './field.module.css';
import styles from './radio-group.module.css';

interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; hint: string }[];
  onChange: (value: Value) => void;
  hint?: string | undefined;
}

export const RadioGroup = <Value extends string>({ label, value, options, onChange, hint }: RadioGroupProps<Value>) => (
  <AriaRadioGroup
    value={value}
    onChange={(chosen) => {
      const option = options.find((candidate) => candidate.value === chosen);
      if (option) onChange(option.value);
    }}
    className={field.field ?? ''}
  >
    <Label className={field.label}>{label}</Label>
    <div className={styles.options}>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={styles.radio ?? ''}>
          <span className={styles.circle} aria-hidden="true" />
          <span className={styles.text}>
            <span>{option.label}</span>
            <span className={field.hint}>{option.hint}</span>
          </span>
        </Radio>
      ))}
    </div>
    {hint && (
      <Text slot="description" className={field.hint}>
        {hint}
      </Text>
    )}
  </AriaRadioGroup>
);
