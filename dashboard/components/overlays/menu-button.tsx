import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { MenuGroup } from './menu.tsx';

const Menu = lazyComponent(() => import('./menu.tsx'), 'Menu');

interface MenuButtonProps {
  label: string;
  sections: readonly MenuGroup[];
  placement?: 'bottom start' | 'top start' | 'bottom end';
  className: string | undefined;
  children: ReactNode;
}

/** Looks the same before and after the menu's code has arrived. */
export const MenuButton = ({ label, sections, placement = 'bottom start', className, children }: MenuButtonProps) => {
  const [wasPressed, setPressed] = useState(false);
  return (
    <Suspense
      fallback={
        <button type="button" className={className} aria-label={label} onClick={() => setPressed(true)}>
          {children}
        </button>
      }
    >
      <Menu
        label={label}
        sections={sections}
        placement={placement}
        trigger={children}
        triggerClassName={className ?? ''}
        wasPressed={wasPressed}
      />
    </Suspense>
  );
};
