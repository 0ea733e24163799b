import ChevronDown from 'lucide-react/icons/chevron-down';
import { lazy, Suspense, useState } from 'react';
import type { Member, Role } from '../../../functions/model/members/member.ts';
import { en } from '../../texts/en.ts';
import styles from './role-menu.module.css';

const Menu = lazy(async () => ({ default: (await import('../../components/overlays/menu.tsx')).Menu }));

interface RoleMenuProps {
  member: Member;
  choices: readonly Role[];
  onChoose: (role: Role) => void;
}

export const RoleMenu = ({ member: { name, role }, choices, onChoose }: RoleMenuProps) => {
  const [wasPressed, setPressed] = useState(false);
  const label = en.members.role.label(name, en.roles[role]);
  const trigger = (
    <>
      {en.roles[role]}
      <ChevronDown aria-hidden="true" />
    </>
  );
  return (
    <Suspense
      fallback={
        <button type="button" className={styles.trigger} aria-label={label} onClick={() => setPressed(true)}>
          {trigger}
        </button>
      }
    >
      <Menu
        label={label}
        trigger={trigger}
        triggerClassName={styles.trigger ?? ''}
        wasPressed={wasPressed}
        sections={[
          {
            id: 'roles',
            selected: role,
            entries: choices.map((choice) => ({
              id: choice,
              label: en.roles[choice],
              onAction: () => choice !== role && onChoose(choice),
            })),
          },
        ]}
      />
    </Suspense>
  );
};
