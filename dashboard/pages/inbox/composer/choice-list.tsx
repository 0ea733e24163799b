import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './composer.module.css';

export interface ChoiceListProps<Value> {
  label: string;
  placeholder: string;
  /** The options that match what is typed. */
  values: readonly Value[];
  typed: string;
  onType: (typed: string) => void;
  charactersMax?: number;
  show: (value: Value) => ReactNode;
  preview?: ((value: Value) => ReactNode) | undefined;
  /** For a preview elsewhere. */
  onPoint?: (value: Value | undefined) => void;
  empty: string;
  /** Why there are no options. The field keeps the focus. */
  problem?: ReactNode;
  foot?: ReactNode;
  autoFocus?: boolean;
  onChoose: (value: Value) => void;
  onClose: (typed: string) => void;
}

/** A search field whose arrow keys move through the list below it. */
export const ChoiceList = <Value,>({ values, typed, show, preview, ...rest }: ChoiceListProps<Value>) => {
  const { label, placeholder, charactersMax, empty, problem, foot, autoFocus, onPoint, onType, onChoose, onClose } =
    rest;
  const id = useId();
  // In a form where the person has not come to it yet, the first one would look chosen.
  const [at, setAt] = useState(autoFocus === false ? -1 : 0);
  const chosenAt = Math.min(at, values.length - 1);
  const chosen = values[chosenAt];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, values.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(chosenAt - 1, 0));
    else if ((event.key === 'Enter' || (event.key === 'Tab' && autoFocus)) && chosen) onChoose(chosen);
    else if (event.key === 'Escape') onClose(typed);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen one stays in view.
  useEffect(() => {
    // Browsers may return a promise, which React would take for the function that cleans up.
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told is the chosen one.
  useEffect(() => {
    onPoint?.(chosen);
    return () => onPoint?.(undefined);
  }, [chosen]);
  return (
    <div className={styles.choices} data-preview={preview !== undefined || undefined}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it.
        autoFocus={autoFocus}
        type="search"
        className={styles.search}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${chosenAt}`}
        aria-label={placeholder}
        placeholder={placeholder}
        maxLength={charactersMax}
        value={typed}
        onChange={({ currentTarget }) => {
          onType(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={label} className={styles.options} tabIndex={-1}>
        {values.map((value, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: an option has no state of its own.
            key={index}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosenAt}
            className={styles.option}
            onPointerMove={() => setAt(index)}
            onClick={() => onChoose(value)}
          >
            {show(value)}
          </div>
        ))}
        {values.length === 0 && !problem && <p className={styles.empty}>{empty}</p>}
      </div>
      {problem}
      {preview && <div className={styles.preview}>{chosen && preview(chosen)}</div>}
      {foot && <p className={styles.extrasFoot}>{foot}</p>}
    </div>
  );
};
