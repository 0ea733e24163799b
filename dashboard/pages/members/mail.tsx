import { chosenKinds, type MailFault, type MailKind, noticeKinds } from '../../../functions/model/mail/mail.ts';
import { useLive } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Card } from '../../components/content/card.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { CheckboxGroup } from '../../components/controls/checkbox.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { useMay } from '../../context/workspace.tsx';
import { memberTexts } from '../../texts/en/members.ts';
import styles from './members.module.css';

const texts = memberTexts.mail;

/** The notices that the person who looks at the page gets. */
export const MailCard = () => {
  const mayManage = useMay('admin');
  const settings = useLive('getMailSettings', {});
  const update = useOperation('updateMailSettings', ['getMailSettings'], { done: texts.saved });
  const notices = noticeKinds.filter((kind) => kind === 'mention' || mayManage);
  const offered: MailKind[] = [...notices, ...chosenKinds];
  const { off = [], on = [] } = (update.isPending && update.variables.input) || settings.data?.data || {};
  const choose = (chosen: string[]) => {
    // What the role does not offer stays as it was.
    const left = noticeKinds.filter((kind) => (notices.includes(kind) ? !chosen.includes(kind) : off.includes(kind)));
    update.mutate({ input: { off: left, on: chosenKinds.filter((kind) => chosen.includes(kind)) } });
  };
  return (
    <Card title={texts.title} actions={<span className="muted">{texts.savedAtOnce}</span>}>
      <Listing query={settings} failed={texts.loadFailed} isEmpty={false} empty={null}>
        {update.error && <Problem error={update.error} title={texts.failed} />}
        <CheckboxGroup
          label={texts.label}
          options={offered.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
          value={[...notices.filter((kind) => !off.includes(kind)), ...on]}
          onChange={choose}
        />
      </Listing>
    </Card>
  );
};

interface FaultProps {
  /** The id of the member or the invitation. */
  id: string;
  email: string;
  fault: MailFault;
  isSelf?: boolean;
}

/** Why no mail goes to an address. Admins turn it on again, but not for a person who reported spam. */
export const FaultLine = ({ id, email, fault: { kind, at }, isSelf = false }: FaultProps) => {
  const mayManage = useMay('admin');
  const resume = useOperation('resumeMail', ['listMembers', 'listInvitations'], { done: texts.resumed(email) });
  return (
    <span className={styles.fault}>
      <span>
        {texts.faults[kind]} <RelativeTime at={at} />
      </span>
      {mayManage && (kind === 'bounce' || isSelf) && (
        <Button
          size="small"
          aria-label={texts.resumeLabel(email)}
          isPending={resume.isPending}
          onPress={() => resume.mutate({ params: { id } })}
        >
          {texts.resume}
        </Button>
      )}
      {resume.error && <Problem error={resume.error} title={texts.resumeFailed} />}
    </span>
  );
};
