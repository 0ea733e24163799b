import { type ReactNode, Suspense, useState } from 'react';
import type { MenuGroup } from '../../components/overlays/menu.tsx';
import styles from './menu-button.module.css';
import { LazyMenu } from './overlays.ts';

interface MenuButtonProps {
  label: string;
  sections: readonly MenuGroup[];
  placement: 'bottom start' | 'top start';
  children: ReactNode;
}

/** Looks the same before and after the menu's code has arrived. */
export const MenuButton = ({ label, sections, placement, children }: MenuButtonProps) => {
  const [wasPressed, setPressed] = useState(false);
  return (
    <Suspense
      fallback={
        <button type="button" className={styles.trigger} aria-label={label} onClick={() => setPressed(true)}>
          {children}
        </button>
      }
    >
      <LazyMenu
        label={label}
        sections={sections}
        placement={placement}
        trigger={children}
        triggerClassName={styles.trigger ?? ''}
        wasPressed={wasPressed}
      />
    </Suspense>
  );
};
