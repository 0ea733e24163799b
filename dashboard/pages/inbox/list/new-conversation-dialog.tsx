import { useState } from 'react';
import type { Contact } from '../../../../functions/model/contacts/contact.ts';
import { useLive } from '../../../api/queries.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { Combobox } from '../../../components/overlays/combobox.tsx';
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx';
import { useSettled } from '../../../context/settled.ts';
import { contactName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { en } from '../../../texts/en.ts';
import { formatPhone, savedPhone, toPeopleQuery, usePhoneFormat } from '../../../texts/phone.ts';
import { MessageDialog } from '../../contacts/contact-dialogs.tsx';

const texts = inboxPartsTexts.start;
const typingMs = 300;

interface NewConversationDialogProps {
  onSent: (conversationId: string) => void;
  onClose: () => void;
}

/** A contact is found by words or a number; a number that nobody has becomes a contact. Then the template is chosen. */
export const NewConversationDialog = ({ onSent, onClose }: NewConversationDialogProps) => {
  usePhoneFormat();
  const [chosen, setChosen] = useState<Contact>();
  const [typed, setTyped] = useState('');
  const input = toPeopleQuery(useSettled(typed, typingMs));
  const isSearching = Object.keys(input).length > 0;
  const { data: workspace } = useLive('getWorkspace', {}, { everyMs: false, isAside: true });
  const number = savedPhone(typed, workspace?.data.default_country ?? '');
  const search = useLive('listContacts', {}, { everyMs: false, input, isEnabled: isSearching, keepsPrevious: true });
  const found = isSearching ? (search.data?.data ?? []).filter(({ phone }) => phone !== null) : [];
  const create = useOperation('createContact', ['listContacts'], { onDone: ({ data }) => setChosen(data) });
  if (chosen) return <MessageDialog contact={chosen} onSent={onSent} onClose={onClose} />;
  const add = (phone: string) => !create.isPending && create.mutate({ input: { phone } });
  const isKnown = found.some(({ phone }) => phone?.replaceAll(/\D/g, '') === number?.replaceAll(/\D/g, ''));
  return (
    <Dialog title={inboxTexts.list.start} lead={texts.lead} onClose={onClose}>
      <Combobox
        label={texts.person}
        placeholder={texts.placeholder}
        options={found.map((contact) => ({
          id: contact.id,
          label: contactName(contact),
          hint: formatPhone(contact.phone ?? ''),
        }))}
        {...(number && !isKnown ? { creates: { optionOf: () => texts.add(number), onCreate: add } } : {})}
        onType={setTyped}
        onChoose={(id) => setChosen(found.find((contact) => contact.id === id))}
        charactersMax={100}
        autoFocus
      />
      {create.error && <Problem error={create.error} />}
      <DialogActions>
        <Button onPress={onClose}>{en.confirm.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
};
