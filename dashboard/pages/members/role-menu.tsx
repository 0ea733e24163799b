import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Member, Role } from '../../../functions/model/members/member.ts';
import { MenuButton } from '../../components/overlays/menu-button.tsx';
import { memberTexts } from '../../texts/en/members.ts';
import { en } from '../../texts/en.ts';
import styles from './role-menu.module.css';

interface RoleMenuProps {
  member: Member;
  choices: readonly Role[];
  onChoose: (role: Role) => void;
}

export const RoleMenu = ({ member: { name, role }, choices, onChoose }: RoleMenuProps) => {
  const entries = choices.map((choice) => ({
    id: choice,
    label: en.roles[choice],
    onAction: () => choice !== role && onChoose(choice),
  }));
  return (
    <MenuButton
      label={memberTexts.role.label(name, en.roles[role])}
      className={styles.trigger}
      sections={[{ id: 'roles', selected: role, entries }]}
    >
      {en.roles[role]}
      <ChevronDown aria-hidden="true" />
    </MenuButton>
  );
};
