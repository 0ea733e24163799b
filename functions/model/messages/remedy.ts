import { adviceByCode } from './error.ts';

/** Says what to do about a code of a failed message. Only lists have these texts, not every send. */
export const toRemedy = (code: string): string =>
  remedyByCode.get(code) ?? 'Fix what the reason names, then send the message again.';

const remedies: readonly (readonly [codes: string, remedy: string])[] = [
  ['outcome_unknown', 'The customer may have the message. Ask before you send it again.'],
  ['channel_unreachable', 'Nothing was sent. Send the message again.'],
  ['plan_limit_reached', 'Raise the limit of the plan, or send the message again next month.'],
  ['subscription_lapsed', 'Renew the subscription, then send the message again.'],
  ['canceled opted_out contact_erased', 'Nothing was sent, as intended. There is nothing to do.'],
  ['1 2 131000 131016 131057 133004', 'The channel had a temporary problem. Send the message again.'],
  ['4 613 80002 80006 80007 130429', 'Too many messages at once. Send more slowly, and send this one again.'],
  ['551', 'The customer is not available there, or has blocked this account. Reach them on another channel.'],
  ['131056', 'Too many messages to this customer. Wait a moment, then send it again, or combine messages.'],
  ['131049', 'The customer got too much marketing lately. Wait at least 24 hours before you send it again.'],
  ['131048', 'Customers block or report your number. Send less, and only to those who want it.'],
  ['131064', 'Correct the categories of your templates, then wait for the limit to end.'],
  ['0 3 10 131005', 'The access token lacks a permission. Grant it, then connect the account again under Channels.'],
  ['33', 'The business number was deleted. Connect another number under Channels.'],
  ['132000 132012 132018', 'The values do not fit the template. Compare them with the template, then send again.'],
  ['132005', 'The text is too long with its values. Shorten the values.'],
  ['132007', 'The template violates a content policy. Change the template.'],
  ['131053', 'The channel could not use the file. Check its URL, type and size.'],
  ['131051', 'The channel does not support this type of message. Use another type.'],
  ['131030', 'Add the customer to the list of your test number, or use a real number.'],
  ['131037', 'Have the display name of your number approved at the channel.'],
  ['131042', 'Fix the billing of your business account at the channel.'],
  ['131045 133010', 'Register your number at the channel.'],
  ['131050', 'The customer has stopped marketing from you. Take them out of your marketing.'],
  ['130472', 'The channel sends this customer no marketing for now. There is nothing to do.'],
  ['130403', 'Your business has blocked this customer. Unblock them if that was a mistake.'],
  ['130497', 'Your business may not message this country. There is nothing to do.'],
  ['131021', 'The customer’s number is your own. Use another number.'],
  ['368 131031', 'The channel has locked your account for violating a policy. Appeal there.'],
];

const remedyByCode = new Map<string, string>([
  ...remedies.flatMap(([codes, remedy]) => codes.split(' ').map((code) => [code, remedy] as const)),
  ...Object.entries(adviceByCode),
]);
