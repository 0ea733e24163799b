import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';

interface FormProps {
  /** Shows the faults of the fields, or sends the form. */
  onSubmit: () => void;
  children: ReactNode;
  className?: string | undefined;
  onInput?: () => void;
}

/** After a submit with faults the first faulty field has the focus: in a long form it may be out of sight. */
export const Form = ({ onSubmit, children, className, onInput }: FormProps) => (
  <form
    noValidate
    className={className}
    onInput={onInput}
    onSubmit={(event) => {
      event.preventDefault();
      const form = event.currentTarget;
      flushSync(onSubmit);
      const faulty = form.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid="true"]');
      faulty?.focus();
      // As the Tab key does.
      if (faulty instanceof HTMLInputElement) faulty.select();
    }}
  >
    {children}
  </form>
);
