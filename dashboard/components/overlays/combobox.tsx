import { type KeyboardEvent, useContext, useEffect, useState } from 'react';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import fields from '../controls/fields.module.css';
import styles from './menu.module.css';

export interface ComboboxOption {
  id: string;
  label: string;
  hint?: string;
}

interface ComboboxProps {
  label: string;
  isLabelHidden?: boolean;
  options: readonly ComboboxOption[];
  /** The label of the option in effect. It shows until the person types, where the field holds one choice. */
  chosen?: string;
  onChoose: (id: string) => void;
  /** With it, a text that no option has can be added. The result is the text of its option: "Add “vip”". */
  creates?: { optionOf: (text: string) => string; onCreate: (text: string) => void };
  /** Set where the server filters: the options are then taken as they come. */
  onType?: (text: string) => void;
  charactersMax?: number;
  placeholder?: string;
  autoFocus?: boolean;
  onClose?: () => void;
}

const created = 'created:';

/** Import it lazily. It clears itself once an option is chosen, so several can be added in a row. */
export const Combobox = ({ label, options, onChoose, chosen, creates, onType, onClose, ...props }: ComboboxProps) => {
  const [text, setText] = useState('');
  const [isFocused, setFocused] = useState(false);
  const [choices, setChoices] = useState(0);
  const typed = text.trim();
  const isSame = (option: ComboboxOption) => option.label.toLowerCase() === typed.toLowerCase();
  const fitting = onType ? options : options.filter((option) => fits(option, typed));
  const isNew = creates !== undefined && typed !== '' && !options.some(isSame);
  const items = isNew ? [...fitting, { id: `${created}${typed}`, label: creates.optionOf(typed) }] : fitting;
  const type = (next: string) => {
    setText(next);
    onType?.(next);
  };
  const choose = (id: string) => {
    type('');
    if (id.startsWith(created)) creates?.onCreate(id.slice(created.length));
    else onChoose(id);
    setChoices(choices + 1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && typed === '') onClose?.();
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed === '') return;
    if (event.currentTarget.hasAttribute('aria-activedescendant')) return;
    const first = items.find(isSame) ?? items.at(isNew ? -1 : 0);
    event.preventDefault();
    if (first) choose(first.id);
  };
  return (
    <ComboBox
      className={fields.field ?? ''}
      aria-label={label}
      items={items}
      inputValue={chosen === undefined || isFocused ? text : chosen}
      onInputChange={type}
      selectedKey={null}
      onSelectionChange={(key) => key !== null && choose(String(key))}
      onFocusChange={(has) => {
        setFocused(has);
        if (chosen !== undefined && !has) type('');
      }}
      menuTrigger="focus"
      allowsCustomValue
      allowsEmptyCollection={false}
    >
      {!props.isLabelHidden && <Label className={fields.fieldLabel}>{label}</Label>}
      <Input
        className={fields.fieldInput ?? ''}
        maxLength={props.charactersMax}
        placeholder={chosen || props.placeholder}
        autoFocus={props.autoFocus}
        onKeyDownCapture={onKeyDown}
        onBlur={onClose}
      />
      <Suggestions />
      <ListCloser choices={choices} />
    </ComboBox>
  );
};

interface SuggestingFieldProps {
  label: string;
  value: string;
  suggestions: readonly string[];
  onChange: (value: string) => void;
  error?: string | undefined;
  placeholder?: string;
  charactersMax?: number;
  onFocus?: () => void;
}

/** A text, for which a list offers what others have. Import it lazily. */
export const SuggestingField = ({ label, value, suggestions, onChange, error, ...props }: SuggestingFieldProps) => {
  const [choices, setChoices] = useState(0);
  const fitting = suggestions.filter((text) => text !== value && text.toLowerCase().includes(value.toLowerCase()));
  return (
    <ComboBox
      className={fields.field ?? ''}
      aria-label={label}
      items={fitting.map((text) => ({ id: text, label: text }))}
      inputValue={value}
      onInputChange={onChange}
      selectedKey={null}
      onSelectionChange={(key) => {
        if (key === null) return;
        onChange(String(key));
        setChoices(choices + 1);
      }}
      onFocus={props.onFocus}
      isInvalid={error !== undefined}
      menuTrigger="focus"
      allowsCustomValue
      allowsEmptyCollection={false}
    >
      <Input
        className={fields.fieldInput ?? ''}
        maxLength={props.charactersMax}
        placeholder={props.placeholder}
        autoComplete="off"
      />
      <FieldError className={fields.error ?? ''}>{error}</FieldError>
      <Suggestions />
      <ListCloser choices={choices} />
    </ComboBox>
  );
};

const Suggestions = () => (
  <Popover className={styles.popover ?? ''}>
    <ListBox<ComboboxOption> className={styles.menu ?? ''}>
      {(option) => (
        <ListBoxItem id={option.id} textValue={option.label} className={styles.item ?? ''}>
          <span className={styles.label}>{option.label}</span>
          {option.hint && <span className={styles.hint}>{option.hint}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  </Popover>
);

/** Closes the list after a choice. Any earlier, the text that is cleared with the choice would open it again. */
const ListCloser = ({ choices }: { choices: number }) => {
  const state = useContext(ComboBoxStateContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is another one at each render.
  useEffect(() => {
    if (choices > 0) state?.close();
  }, [choices]);
  return null;
};

const fits = ({ label, hint = '' }: ComboboxOption, typed: string): boolean =>
  `${label} ${hint}`.toLowerCase().includes(typed.toLowerCase());
