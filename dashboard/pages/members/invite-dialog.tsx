import { useState } from 'react';
import { type Invitation, invitationDays, newInvitation, type Role } from '../../../functions/model/members/member.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { memberTexts } from '../../texts/en/members.ts';
import { en } from '../../texts/en.ts';
import { rolesToGive } from './member-rules.ts';

const texts = memberTexts.invite;

interface InviteDialogProps {
  onInvited: (invitation: Invitation) => void;
  onClose: () => void;
}

export const InviteDialog = ({ onInvited, onClose }: InviteDialogProps) => {
  const workspace = useWorkspace();
  const invite = useOperation('createInvitation', ['listInvitations']);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('agent');
  const [isChecked, setChecked] = useState(false);
  const fault = emailFault(email);
  const choices = rolesToGive(workspace.role);

  const submit = () => {
    setChecked(true);
    if (fault || invite.isPending) return;
    invite.mutate(
      { params: { workspace_id: workspace.id }, input: { email: email.trim(), role } },
      { onSuccess: ({ data }) => onInvited(data) },
    );
  };
  return (
    <Dialog title={texts.title} lead={texts.lead(invitationDays)} onClose={invite.isPending ? undefined : onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={texts.email}
          type="email"
          error={isChecked ? fault : undefined}
          value={email}
          onChange={setEmail}
          isRequired
          autoFocus
          autoComplete="off"
        />
        <RadioGroup
          label={texts.role}
          value={role}
          onChange={setRole}
          options={choices.map((choice) => ({
            value: choice,
            label: en.roles[choice],
            hint: memberTexts.roleHints[choice],
          }))}
          hint={choices.includes('owner') ? undefined : texts.ownersOnly}
        />
        {invite.error && <Problem error={invite.error} />}
        <DialogActions>
          <Button onPress={onClose} isDisabled={invite.isPending}>
            {texts.cancel}
          </Button>
          <Button variant="primary" type="submit" isPending={invite.isPending}>
            {texts.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};

const emailFault = (email: string): string | undefined => {
  if (email.trim() === '') return texts.emailMissing;
  return newInvitation.shape.email.safeParse(email.trim()).success ? undefined : texts.emailMalformed;
};
