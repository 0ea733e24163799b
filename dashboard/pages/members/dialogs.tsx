import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { type Invitation, invitationDays, type Member, type Role } from '../../../functions/model/members/member.ts';
import { type Running, useOperation } from '../../api/use-operation.ts';
import { CopyField } from '../../components/content/copy-field.tsx';
import { Button } from '../../components/controls/button.tsx';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
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
  const [email, setEmail] = useDraft('email', '');
  const [role, setRole] = useDraft<Role>('role', 'agent');
  const [isChecked, setChecked] = useState(false);
  const fault = emailFault(email);
  const choices = rolesToGive(workspace.role);

  const submit = () => {
    setChecked(true);
    if (fault) return;
    invite.mutate({ input: { email: email.trim(), role } });
  };
  return (
    <FormDialog
      title={inviteTexts.title}
      lead={inviteTexts.lead(invitationDays)}
      action={inviteTexts.submit}
      operation={invite}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
};

const emailFault = (email: string): string | undefined => {
  if (email.trim() === '') return inviteTexts.emailMissing;
  return z.email().safeParse(email.trim()).success ? undefined : inviteTexts.emailMalformed;
};

const invitedTexts = memberTexts.invited;

/** The same text stays on the list of invitations. */
export const InvitedDialog = ({ email, onClose }: { email: string; onClose: () => void }) => (
  <Dialog
    title={invitedTexts.title(email)}
    lead={useSession().sends_mail ? invitedTexts.mailed : invitedTexts.lead}
    onClose={onClose}
  >
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
      operation={remove}
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
      operation={leave}
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
  operation: Running;
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
      {...request}
    >
      {isOwn ? roleTexts.ownLead(en.roles[member.role]) : roleTexts.ownerLead(member.name)}
    </Confirm>
  );
};
