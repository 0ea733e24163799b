import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { env } from './env.ts';

/** Made for the first mail: most calls of the function send none. */
let client: SESv2Client | undefined;

const connect = (): SESv2Client =>
  new SESv2Client({
    // A lost response is not tried again here: SES has no idempotency, and would send twice.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });

export interface OutgoingMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
  /** They come back with a report on the mail. Letters, digits, hyphens and underscores. */
  tags: Readonly<Record<string, string>>;
}

const charset = { Charset: 'UTF-8' };

/**
 * `limited`: SES takes no more in this second or on this day. `refused`: it does not take this recipient's address. In
 * both cases it is certain that the mail was not sent.
 */
export const deliverMail = async ({
  to,
  subject,
  text,
  html,
  headers,
  tags,
}: OutgoingMail): Promise<'sent' | 'limited' | 'refused'> => {
  const command = new SendEmailCommand({
    FromEmailAddress: `Switchboard <${env.mailSender()}>`,
    Destination: { ToAddresses: [to] },
    ConfigurationSetName: env.mailConfigurationSet(),
    EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
    Content: {
      Simple: {
        Subject: { Data: subject, ...charset },
        Body: { Text: { Data: text, ...charset }, Html: { Data: html, ...charset } },
        Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
      },
    },
  });
  try {
    client ??= connect();
    await client.send(command);
    return 'sent';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (limits.includes(error.name)) return 'limited';
    if (isAboutAddress(error, to)) return 'refused';
    throw error;
  }
};

const limits = ['TooManyRequestsException', 'LimitExceededException', 'ThrottlingException', 'Throttling'];

/** SES names the identities that the sandbox refuses. A malformed address is a bad request whose text says so. */
const isAboutAddress = ({ name, message }: Error, to: string): boolean => {
  const [text, sender] = [message.toLowerCase(), env.mailSender().toLowerCase()];
  if (text.includes(sender)) return false;
  return name === 'MessageRejected'
    ? text.includes(to.toLowerCase())
    : name === 'BadRequestException' && /\b(address|domain)\b/.test(text);
};
