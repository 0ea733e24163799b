import type { Invitation } from '../../../functions/model/members/member.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Breakable } from '../../components/content/breakable.tsx';
import { CopyButton } from '../../components/content/copy-field.tsx';
import type { Column } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { toast } from '../../context/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { memberTexts } from '../../texts/en/members.ts';
import { en } from '../../texts/en.ts';
import { dayOf } from '../../texts/time.ts';
import { FaultLine } from './mail.tsx';
import { rolesToGive } from './member-rules.ts';
import styles from './members.module.css';

const texts = memberTexts.invitations;

export const InvitationTable = ({ invitations }: { invitations: readonly Invitation[] }) => {
  const workspace = useWorkspace();
  const cancel = useOperation('cancelInvitation', ['listInvitations']);
  const manageable = rolesToGive(workspace.role);
  const canceling = cancel.variables?.params.id;
  const actions: Column<Invitation> = {
    header: texts.columns.actions,
    kind: 'actions',
    cell: ({ id, email, role }) =>
      manageable.includes(role) && (
        <span className={styles.actions}>
          <CopyButton
            action={texts.copy}
            label={texts.copyLabel(email)}
            value={texts.text(workspace.name, window.location.origin, email)}
          />
          <Button
            variant="danger-ghost"
            size="small"
            aria-label={texts.cancelLabel(email)}
            isPending={cancel.isPending && canceling === id}
            onPress={() => cancel.mutate({ params: { id } }, { onSuccess: () => toast(texts.canceled(email)) })}
          >
            {texts.cancel}
          </Button>
        </span>
      ),
  };
  const failedEmail = invitations.find(({ id }) => id === canceling)?.email;
  return (
    <>
      {cancel.error && (
        <div className={styles.problem}>
          <Problem error={cancel.error} {...(failedEmail ? { title: texts.cancelFailed(failedEmail) } : {})} />
        </div>
      )}
      <Table
        label={texts.title}
        columns={manageable.length > 0 ? [...columns, actions] : columns}
        rows={invitations}
        keyOf={({ id }) => id}
      />
    </>
  );
};

const columns: readonly Column<Invitation>[] = [
  {
    header: texts.columns.email,
    kind: 'title',
    cell: ({ id, email, mail_fault }) => (
      <span className={styles.lines}>
        <span>
          <Breakable text={email} isName />
        </span>
        {mail_fault && <FaultLine id={id} email={email} fault={mail_fault} />}
      </span>
    ),
  },
  { header: texts.columns.role, cell: ({ role }) => en.roles[role] },
  { header: texts.columns.invitedBy, kind: 'muted', cell: ({ invited_by }) => texts.inviter(invited_by) },
  {
    header: texts.columns.expires,
    kind: 'muted',
    cell: ({ expires_at }) => <time dateTime={expires_at}>{dayOf(Date.parse(expires_at))}</time>,
  },
];
