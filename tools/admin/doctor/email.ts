import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2';
import { attention, type Finding, ok, problem } from './stacks.ts';

const check = 'email';

/** Whether SES takes the sender, and delivers to everybody. */
export const checkEmail = async ({ sender }: { sender: string }): Promise<Finding[]> => {
  const client = new SESv2Client();
  const { ProductionAccessEnabled, SendingEnabled } = await client.send(new GetAccountCommand());
  const domain = sender.slice(sender.indexOf('@') + 1);
  // SES takes the more specific one.
  const isVerified = (await readIdentity(client, sender)) ?? (await readIdentity(client, domain));
  const remedy = 'See "Email" in docs/operations.md.';
  if (!isVerified)
    return [problem(check, `SES has no verified identity ${domain}, so it takes no mail of ${sender}`, remedy)];
  if (!SendingEnabled)
    return [problem(check, 'SES has paused sending for this account', 'Read the notice on the SES console.')];
  return ProductionAccessEnabled
    ? [ok(check, `SES sends as ${sender}`)]
    : [attention(check, 'SES is in the sandbox and delivers to verified addresses only', remedy)];
};

/** Undefined if there is none. */
const readIdentity = async (client: SESv2Client, EmailIdentity: string): Promise<boolean | undefined> => {
  try {
    const identity = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return identity.VerifiedForSendingStatus === true;
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
};
