import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { type Invitation, invitationDays, type Member, type Role } from '../../../functions/model/members/member.ts';
import { useOperation } from '../../api/use-operation.ts';
import { CopyField } from '../../components/content/copy-field.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { workspacesPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { memberTexts } from '../../texts/en/members.ts';
import { en } from '../../texts/en.ts';
import { rolesToGive } from './member-rules.ts';
import type { RoleChange } from './use-role-change.ts';

const inviteTexts = memberTexts.invite;

interface InviteDialogProps {
  onInvited: (invitation: Invitation) => void;
  onClose: () => void;
}

export const InviteDialog = ({ onInvited, onClose }: InviteDialogProps) => {
  const workspace = useWorkspace();
  const invite = useOperation('createInvitation', ['listInvitations'], { onDone: ({ data }) => onInvited(data) });
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('agent');
  const [isChecked, setChecked] = useState(false);
  const fault = emailFault(email);
  const choices = rolesToGive(workspace.role);

  const submit = () => {
    setChecked(true);
    if (fault || invite.isPending) return;
    invite.mutate({ input: { email: email.trim(), role } });
  };
  return (
    <Dialog
      title={inviteTexts.title}
      lead={inviteTexts.lead(invitationDays)}
      onClose={invite.isPending ? undefined : onClose}
    >
      <Form onSubmit={submit}>
        <TextField
          label={inviteTexts.email}
          type="email"
          error={isChecked ? fault : undefined}
          value={email}
          onChange={setEmail}
          isRequired
          autoFocus
          autoComplete="off"
        />
        <RadioGroup
          label={inviteTexts.role}
          value={role}
          onChange={setRole}
          options={choices.map((choice) => ({
            value: choice,
            label: en.roles[choice],
            hint: memberTexts.roleHints[choice],
          }))}
          hint={choices.includes('owner') ? undefined : inviteTexts.ownersOnly}
        />
        {invite.error && <Problem error={invite.error} />}
        <DialogActions>
          <Button onPress={onClose} isDisabled={invite.isPending}>
            {inviteTexts.cancel}
          </Button>
          <Button variant="primary" type="submit" isPending={invite.isPending}>
            {inviteTexts.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};

const emailFault = (email: string): string | undefined => {
  if (email.trim() === '') return inviteTexts.emailMissing;
  return z.email().safeParse(email.trim()).success ? undefined : inviteTexts.emailMalformed;
};

const invitedTexts = memberTexts.invited;

/** The same text stays on the list of invitations. */
export const InvitedDialog = ({ email, onClose }: { email: string; onClose: () => void }) => (
  <Dialog title={invitedTexts.title(email)} lead={invitedTexts.lead} onClose={onClose}>
    <CopyField
      label={invitedTexts.text}
      value={memberTexts.invitations.text(useWorkspace().name, window.location.origin, email)}
    />
    <DialogActions>
      <Button variant="primary" onPress={onClose}>
        {invitedTexts.done}
      </Button>
    </DialogActions>
  </Dialog>
);

const removeTexts = memberTexts.remove;

interface RemoveDialogProps {
  member: Member;
  onRemoved: () => void;
  onClose: () => void;
}

export const RemoveDialog = ({ member: { user_id, name }, onRemoved, onClose }: RemoveDialogProps) => {
  const remove = useOperation('removeMember', ['listMembers'], { onDone: onRemoved });
  return (
    <Confirm
      title={removeTexts.title(name)}
      action={removeTexts.submit}
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { user_id } })}
      onClose={onClose}
    >
      {removeTexts.lead(name)}
    </Confirm>
  );
};

const leaveTexts = memberTexts.leave;

export const LeaveDialog = ({ onClose }: { onClose: () => void }) => {
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const leave = useOperation('leaveWorkspace', [], {
    done: leaveTexts.done(workspace.name),
    onDone: () => {
      // Off the page first: a session without the workspace would show it as not found.
      navigate(workspacesPath, { replace: true });
      void queries.invalidateQueries({ queryKey: ['getSession'] });
    },
  });
  return (
    <Confirm
      title={leaveTexts.title(workspace.name)}
      action={leaveTexts.submit}
      error={leave.error}
      isPending={leave.isPending}
      onConfirm={() => leave.mutate({})}
      onClose={onClose}
    >
      {leaveTexts.lead}
    </Confirm>
  );
};

const roleTexts = memberTexts.role;

interface RoleDialogProps {
  change: RoleChange;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export const RoleDialog = ({ change: { member, role }, ...request }: RoleDialogProps) => {
  const isOwn = member.user_id === useSession().user.id;
  return (
    <Confirm
      title={isOwn ? roleTexts.ownTitle(en.roles[role]) : roleTexts.ownerTitle(member.name)}
      action={isOwn ? roleTexts.ownSubmit : roleTexts.ownerSubmit}
      isDangerous={isOwn}
      error={null}
      {...request}
    >
      {isOwn ? roleTexts.ownLead(en.roles[member.role]) : roleTexts.ownerLead(member.name)}
    </Confirm>
  );
};
