import { type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

interface FormProps {
  /** Shows the faults of the fields, or sends the form. */
  onSubmit: () => void;
  children: ReactNode;
  className?: string | undefined;
  onInput?: () => void;
}

/**
 * After a submit with faults the first faulty field has the focus: in a long form it may be out of sight. The server may
 * find the fault, so it is looked for until the person goes on typing.
 */
export const Form = ({ onSubmit, children, className, onInput }: FormProps) => {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  useEffect(() => {
    if (isSubmitted.current) isSubmitted.current = !focusFaulty(form.current);
  });
  return (
    <form
      ref={form}
      noValidate
      className={className}
      onInput={() => {
        isSubmitted.current = false;
        onInput?.();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        flushSync(onSubmit);
        isSubmitted.current = !focusFaulty(form.current);
      }}
    >
      {children}
    </form>
  );
};

const focusFaulty = (form: HTMLFormElement | null): boolean => {
  const faulty = form?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid="true"]');
  faulty?.focus();
  // The Tab key selects the text of a field, too.
  if (faulty instanceof HTMLInputElement) faulty.select();
  return Boolean(faulty);
};
