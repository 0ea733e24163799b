import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import type { Running } from '../../api/use-operation.ts';
import { hasDrafts } from '../../context/draft.ts';
import { en } from '../../texts/en.ts';
import { Button } from '../controls/button.tsx';
import { Form } from '../controls/form.tsx';
import { TextField } from '../controls/text-field.tsx';
import { Problem } from '../feedback/problem.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** The text of the button that submits. */
  action: string;
  operation?: Running;
  /** Shown instead of the error of the operation. */
  problem?: ReactNode;
  isDisabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** A press outside and Escape ask before they discard what was typed. Cancel closes at once and ends the request. */
export const FormDialog = ({ title, lead, children, action, operation, problem, ...rest }: FormDialogProps) => {
  const { isDisabled = false, onSubmit, onClose } = rest;
  const isDirty = useRef(false);
  const isPending = operation?.isPending ?? false;
  const close = () => {
    operation?.cancel();
    onClose();
  };
  return (
    <Dialog title={title} lead={lead} onClose={close} isDirty={() => isDirty.current || hasDrafts()}>
      <Form onSubmit={() => !isPending && onSubmit()} onInput={() => (isDirty.current = true)}>
        {children}
        {problem ?? (operation?.error && <Problem error={operation.error} />)}
        <DialogActions>
          <Button onPress={close}>{en.confirm.cancel}</Button>
          <Button variant="primary" type="submit" isDisabled={isDisabled} isPending={isPending}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};

interface TextDialogProps extends Omit<FormDialogProps, 'children' | 'onSubmit'> {
  field: Omit<ComponentProps<typeof TextField>, 'error' | 'value'> & { value: string };
  /** Stands at the field if it is submitted empty. */
  missing: string;
  children?: ReactNode;
  onSubmit: (text: string) => void;
}

/** Asks for one text. */
export const TextDialog = ({ field, missing, children, onSubmit, ...dialog }: TextDialogProps) => {
  const [isChecked, setChecked] = useState(false);
  const text = field.value.trim();
  const submit = () => {
    setChecked(true);
    if (text) onSubmit(text);
  };
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <TextField {...field} error={isChecked && !text ? missing : undefined} autoComplete="off" isRequired autoFocus />
      {children}
    </FormDialog>
  );
};
