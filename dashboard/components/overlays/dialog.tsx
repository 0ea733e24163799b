import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { en } from '../../texts/en.ts';
import { focusHeading } from '../content/page-header.tsx';
import { Button, IconButton } from '../controls/button.tsx';
import { ConnectionNotice } from '../feedback/connection.tsx';
import { Notice } from '../feedback/notice.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Escape and a press outside. Without it the dialog stays until its own button is pressed. */
  onClose?: (() => void) | undefined;
  isAlert?: boolean;
  /** Something was typed, so Escape and a press outside ask first. */
  isDirty?: () => boolean;
  /** Set when the action removes the button that opened the dialog. */
  openerGoes?: boolean;
  /** A sheet at the right edge, with a button that closes it. */
  isDrawer?: boolean;
}

/** Import it lazily: overlays are not part of the first page. It is open while it is rendered. */
export const Dialog = ({
  title,
  lead,
  children,
  onClose,
  isAlert = false,
  isDirty,
  openerGoes = false,
  isDrawer = false,
}: DialogProps) => {
  const [isAsking, setAsking] = useState(false);
  useFocusAfter(openerGoes);
  return (
    <ModalOverlay
      isOpen
      isDismissable={onClose !== undefined && !isAlert}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        if (isDirty?.()) setAsking(true);
        else onClose?.();
      }}
      className={styles.overlay ?? ''}
      data-drawer={isDrawer || undefined}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog className={styles.dialog ?? ''} role={isAlert ? 'alertdialog' : 'dialog'}>
          <div className={styles.head}>
            <Heading slot="title" className={styles.title}>
              {title}
            </Heading>
            {lead && <p className={styles.lead}>{lead}</p>}
            {isDrawer && <IconButton icon={X} label={en.dialog.close} onPress={() => onClose?.()} />}
            <ConnectionNotice />
          </div>
          {children}
          {isAsking && (
            <Notice
              tone="warn"
              isAlert
              title={en.discard.title}
              actions={
                <>
                  <Button size="small" autoFocus onPress={() => setAsking(false)}>
                    {en.discard.keep}
                  </Button>
                  <Button size="small" variant="danger" onPress={() => onClose?.()}>
                    {en.discard.action}
                  </Button>
                </>
              }
            />
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
};

/** A panel that did not fit beside the page, such as the contact of a conversation. */
export const Drawer = (props: Omit<DialogProps, 'isDrawer' | 'isAlert'>) => <Dialog {...props} isDrawer />;

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);

/** React Aria gives the focus back to the opener within a few frames. */
const restoredAfterMs = 100;

/** When the dialog closes and its opener is gone, or about to go, the focus moves to the heading of the page. */
const useFocusAfter = (openerGoes: boolean): void => {
  const opener = useRef(openerGoes);
  opener.current = openerGoes;
  useEffect(
    () => () => {
      window.setTimeout(() => {
        if (opener.current || document.activeElement === document.body) focusHeading();
      }, restoredAfterMs);
    },
    [],
  );
};
