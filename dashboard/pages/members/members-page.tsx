import UserPlus from 'lucide-react/icons/user-plus';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { roles } from '../../../functions/model/members/member.ts';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { apiKeysPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useSession } from '../../context/session.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { memberTexts as texts } from '../../texts/en/members.ts';
import { en } from '../../texts/en.ts';
import { InvitationTable } from './invitation-table.tsx';
import { MailCard } from './mail.tsx';
import { MemberTable } from './member-table.tsx';
import styles from './members.module.css';
import { useRoleChange } from './use-role-change.ts';

const loadDialogs = () => import('./dialogs.tsx');
const InviteDialog = lazyComponent(loadDialogs, 'InviteDialog');
const InvitedDialog = lazyComponent(loadDialogs, 'InvitedDialog');
const RemoveDialog = lazyComponent(loadDialogs, 'RemoveDialog');
const LeaveDialog = lazyComponent(loadDialogs, 'LeaveDialog');
const RoleDialog = lazyComponent(loadDialogs, 'RoleDialog');

const search = { dialog: z.optional(z.enum(['invite', 'leave'])), remove: z.optional(z.uuid()) };

export const MembersPage = () => {
  const workspace = useWorkspace();
  const { user, sends_mail } = useSession();
  const mayManage = useMay('admin');
  const [{ dialog, remove }, setSearch] = useSearch(search);
  const [invitedEmail, setInvitedEmail] = useState<string>();
  const [removedName, setRemovedName] = useState<string>();
  const roleChange = useRoleChange();
  const members = useLive('listMembers', {});
  const invitations = useLive('listInvitations', {});
  const toRemove = members.data?.data.find(({ user_id }) => user_id === remove);
  const close = () => setSearch({ dialog: undefined, remove: undefined }, { replace: true });

  return (
    <>
      <PageHeader
        title={texts.title}
        context={workspace.name}
        lead={texts.lead}
        actions={
          mayManage && (
            <Button variant="primary" onPress={() => setSearch({ dialog: 'invite' })}>
              <UserPlus aria-hidden="true" />
              {texts.invite.action}
            </Button>
          )
        }
      />
      {workspace.role !== 'owner' && (
        <RoleNote
          role={workspace.role}
          required={mayManage ? 'owner' : 'admin'}
          action={mayManage ? texts.manageOwners : texts.manage}
        />
      )}
      <div className={styles.cards}>
        {roleChange.error && roleChange.last && (
          <Problem error={roleChange.error} title={texts.role.failed(roleChange.last.member.name)} />
        )}
        {removedName && <Removed name={removedName} onDismiss={() => setRemovedName(undefined)} />}
        <Card title={texts.people} isFlush>
          <Listing query={members} failed={texts.loadFailed} isEmpty={false} empty={null}>
            <MemberTable
              members={members.data?.data ?? []}
              viewer={{ userId: user.id, role: workspace.role }}
              onChangeRole={roleChange.choose}
              onRemove={({ user_id }) => setSearch({ remove: user_id })}
              onLeave={() => setSearch({ dialog: 'leave' })}
            />
          </Listing>
        </Card>
        {!members.isPending && !invitations.isPending && (
          <>
            <Card title={texts.invitations.title} isFlush>
              <Listing
                query={invitations}
                failed={texts.invitationsFailed}
                isEmpty={invitations.data?.data.length === 0}
                empty={<p className={styles.none}>{texts.invitations.empty}</p>}
              >
                <InvitationTable invitations={invitations.data?.data ?? []} />
              </Listing>
            </Card>
            <RolesCard />
          </>
        )}
        {sends_mail && !(mayManage && invitations.isPending) && <MailCard />}
      </div>
      <Suspense>
        {mayManage && dialog === 'invite' && invitedEmail === undefined && (
          <InviteDialog
            onInvited={({ email }) => {
              setInvitedEmail(email);
              close();
            }}
            onClose={close}
          />
        )}
        {invitedEmail !== undefined && (
          <InvitedDialog email={invitedEmail} onClose={() => setInvitedEmail(undefined)} />
        )}
        {mayManage && toRemove && (
          <RemoveDialog
            member={toRemove}
            onRemoved={() => {
              setRemovedName(toRemove.name);
              close();
            }}
            onClose={close}
          />
        )}
        {dialog === 'leave' && <LeaveDialog onClose={close} />}
        {roleChange.asked && (
          <RoleDialog
            change={roleChange.asked}
            operation={roleChange.operation}
            onConfirm={() => roleChange.asked && roleChange.send(roleChange.asked)}
            onClose={roleChange.cancel}
          />
        )}
      </Suspense>
    </>
  );
};

const RolesCard = () => (
  <Card title={texts.rolesTitle}>
    <dl className={styles.roles}>
      {roles.map((role) => (
        <div key={role}>
          <dt>{en.roles[role]}</dt>
          <dd className="muted">{texts.roleHints[role]}</dd>
        </div>
      ))}
    </dl>
  </Card>
);

const Removed = ({ name, onDismiss }: { name: string; onDismiss: () => void }) => (
  <Notice
    tone="info"
    isAlert
    title={texts.remove.done(name)}
    actions={
      <Button size="small" onPress={onDismiss}>
        {texts.remove.dismiss}
      </Button>
    }
  >
    <p>
      {texts.remove.keys(name)} <Link href={apiKeysPath(useWorkspace().id)}>{texts.remove.review}</Link>
    </p>
  </Notice>
);
