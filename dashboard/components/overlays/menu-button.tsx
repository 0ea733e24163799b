import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { MenuGroup, Placement } from './menu.tsx';

const Menu = lazyComponent(() => import('./menu.tsx'), 'Menu');

interface MenuButtonProps {
  label: string;
  sections: readonly MenuGroup[];
  placement?: Placement;
  isDisabled?: boolean | undefined;
  className: string | undefined;
  children: ReactNode;
}

/** Looks the same before and after the menu's code has arrived. */
export const MenuButton = ({ label, sections, className, children, ...props }: MenuButtonProps) => {
  const { placement = 'bottom start', isDisabled = false } = props;
  const [wasPressed, setPressed] = useState(false);
  return (
    <Suspense
      fallback={
        <button
          type="button"
          className={className}
          aria-label={label}
          disabled={isDisabled}
          onClick={() => setPressed(true)}
        >
          {children}
        </button>
      }
    >
      <Menu
        label={label}
        sections={sections}
        placement={placement}
        isDisabled={isDisabled}
        trigger={children}
        triggerClassName={className ?? ''}
        wasPressed={wasPressed}
      />
    </Suspense>
  );
};
