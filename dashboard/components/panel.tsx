import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef } from 'react';
import { useShortcuts } from '../context/shortcuts.ts';
import content from './content/content.module.css';
import { focusHeading } from './content/page-header.tsx';
import { IconButton } from './controls/button.tsx';

interface PanelProps {
  label: string;
  title: ReactNode;
  /** What the button says that closes it. */
  close: string;
  children: ReactNode;
  onClose: () => void;
}

/**
 * What a link in a table opens beside it, which is current while the panel is open. The panel takes the focus; Escape and
 * its button give it back to the link.
 */
export const Panel = ({ label, title, close, children, onClose }: PanelProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const leave = () => {
    const link = document.querySelector<HTMLElement>('table [aria-current="true"]');
    onClose();
    if (link) link.focus();
    else focusHeading();
  };
  useShortcuts(label, [{ keys: 'Escape', label: close, run: leave }]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={content.panel} aria-label={label}>
      <div className={content.panelHead}>
        <h2 ref={heading} tabIndex={-1} className={content.panelTitle}>
          {title}
        </h2>
        <IconButton icon={X} label={close} onPress={leave} />
      </div>
      {children}
    </section>
  );
};
