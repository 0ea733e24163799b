import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Member, Role } from '../../../functions/model/members/member.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { Breakable } from '../../components/content/breakable.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { MenuButton } from '../../components/overlays/menu-button.tsx';
import { memberTexts } from '../../texts/en/members.ts';
import { en } from '../../texts/en.ts';
import { FaultLine } from './mail.tsx';
import { type MemberRights, rightsOver, type Viewer } from './member-rules.ts';
import styles from './members.module.css';

const texts = memberTexts;

interface Row extends MemberRights {
  member: Member;
}

interface MemberTableProps {
  members: readonly Member[];
  viewer: Viewer;
  onChangeRole: (member: Member, role: Role) => void;
  onRemove: (member: Member) => void;
  onLeave: () => void;
}

export const MemberTable = ({ members, viewer, ...on }: MemberTableProps) => (
  <Table
    label={texts.people}
    columns={columnsOf(on)}
    rows={members.map((member): Row => ({ member, ...rightsOver(member, viewer, members) }))}
    keyOf={({ member }) => member.user_id}
  />
);

const columnsOf = (on: Pick<MemberTableProps, 'onChangeRole' | 'onRemove' | 'onLeave'>): readonly Column<Row>[] => [
  { header: texts.columns.name, kind: 'title', cell: (row) => <Person {...row} /> },
  {
    header: texts.columns.role,
    cell: ({ member, rolesToChoose }) =>
      rolesToChoose.length > 0 ? (
        <RoleMenu member={member} choices={rolesToChoose} onChoose={(role) => on.onChangeRole(member, role)} />
      ) : (
        en.roles[member.role]
      ),
  },
  { header: texts.columns.joined, kind: 'muted', cell: ({ member }) => <RelativeTime at={member.joined_at} /> },
  {
    header: texts.columns.lastSeen,
    kind: 'muted',
    cell: ({ member: { last_seen_at }, isSelf }) => {
      if (isSelf) return texts.now;
      return last_seen_at ? <RelativeTime at={last_seen_at} /> : texts.never;
    },
  },
  {
    header: texts.columns.actions,
    kind: 'actions',
    cell: ({ member, canRemove, canLeave }) =>
      canRemove ? (
        <Button
          variant="danger-ghost"
          size="small"
          aria-label={texts.remove.label(member.name)}
          onPress={() => on.onRemove(member)}
        >
          {texts.remove.action}
        </Button>
      ) : (
        canLeave && (
          <Button variant="danger-ghost" size="small" aria-label={texts.leave.label} onPress={on.onLeave}>
            {texts.leave.action}
          </Button>
        )
      ),
  },
];

const Person = ({ member, isSelf, isOnlyOwner }: Row) => (
  <span className={styles.person}>
    <Avatar name={member.name} kind="person" id={member.user_id} />
    <span className={styles.lines}>
      <span>
        {member.name} {isSelf && <span className={styles.you}>{texts.you}</span>}
      </span>
      <span className={styles.email}>
        <Breakable text={member.email} isName />
      </span>
      {member.mail_fault && (
        <FaultLine id={member.user_id} email={member.email} fault={member.mail_fault} isSelf={isSelf} />
      )}
      {isSelf && isOnlyOwner && <span className={styles.rule}>{texts.onlyOwner}</span>}
    </span>
  </span>
);

interface RoleMenuProps {
  member: Member;
  choices: readonly Role[];
  onChoose: (role: Role) => void;
}

const RoleMenu = ({ member: { name, role }, choices, onChoose }: RoleMenuProps) => {
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
