import type { MsgappAccount } from '../accounts.ts';
import type { Change, HubPayload } from './channel-event.ts';

export const buildMsgappPayload = (account: MsgappAccount, fields: Omit<Change['value'], 'metadata'>): HubPayload => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: account.wabaId,
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: account.displayPhoneNumber, phone_number_id: account.id },
            ...fields,
          },
        },
      ],
    },
  ],
});
