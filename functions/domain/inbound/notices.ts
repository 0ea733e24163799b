import type {
  InboundAccountNotice,
  InboundNotice,
  InboundNumberNotice,
  InboundTemplateNotice,
} from '../../model/inbound/inbound.ts';
import { putAccountNotice } from '../../table/channels/accounts.ts';
import { queryBusinessNumbers } from '../../table/channels/business-numbers.ts';
import { hasValidKey, putTemplateNotice } from '../../table/templates/templates.ts';
import { findWorkspace, type StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { decryptMsgappAccount } from '../channels/accounts.ts';
import { findNumberDigits } from '../channels/msgapp/find-number.ts';
import { addLogFields } from '../log.ts';
import { refreshTemplates } from '../templates/definitions.ts';
import { dropInbound } from './queue.ts';

/**
 * Idempotent, and in any order: an older notice never replaces a newer one. False if the channel had to be asked and
 * did not answer.
 */
export const applyNotice = async (notice: InboundNotice): Promise<boolean> => {
  const owners = await findOwners(notice.accountId);
  if (owners.length === 0) {
    dropInbound('no workspace has connected a number of this business account');
    return true;
  }
  const results = await Promise.all(owners.map((owner) => applyToOwner(owner, notice)));
  return results.every((isApplied) => isApplied);
};

interface Owner {
  workspace: StoredWorkspace;
  phoneNumberId: string;
}

/** A pointer may be older than the connection. */
const findOwners = async (wabaId: string): Promise<Owner[]> => {
  const numbers = await queryBusinessNumbers(wabaId);
  const owners = await Promise.all(
    numbers.map(async ({ workspaceId, phoneNumberId }) => {
      const workspace = await findWorkspace(workspaceId);
      const account = workspace?.msgapp_account;
      const isCurrent = account?.waba_id === wabaId && account.phone_number_id === phoneNumberId;
      return workspace && isCurrent ? [{ workspace, phoneNumberId }] : [];
    }),
  );
  return owners.flat();
};

const applyToOwner = (owner: Owner, notice: InboundNotice): Promise<boolean> => {
  addLogFields({ workspace_id: owner.workspace.id });
  switch (notice.kind) {
    case 'template_notice':
      return applyTemplateNotice(owner, notice);
    case 'number_notice':
      return applyNumberNotice(owner, notice);
    case 'account_notice':
      return applyAccountNotice(owner, notice);
  }
};

/** A template that is not stored, or whose contents changed, is fetched. */
const applyTemplateNotice = async ({ workspace }: Owner, notice: InboundTemplateNotice): Promise<boolean> => {
  const { field, value, reason, at, name, language } = notice;
  addLogFields({ template: `${name} ${language}`, field });
  if (!hasValidKey({ name, language })) {
    dropInbound('no template can have this name or language');
    return true;
  }
  const outcome =
    field === 'components'
      ? 'unknown_template'
      : await putTemplateNotice(workspace.id, { name, language }, field, { value, reason, at });
  addLogFields({ notice: outcome });
  if (outcome !== 'unknown_template') return true;
  const templates = await refreshTemplates(workspace.id, await decryptMsgappAccount(workspace), name);
  return templates !== undefined;
};

/** The notice names the phone number, of which the account has only the channel's id. */
const applyNumberNotice = async (
  { workspace, phoneNumberId }: Owner,
  { digits, event, limit, at }: InboundNumberNotice,
): Promise<boolean> => {
  const ownDigits = await findNumberDigits(await decryptMsgappAccount(workspace));
  if (ownDigits === digits) await putAccountNotice(phoneNumberId, 'quality', { event, limit, at });
  return ownDigits !== undefined;
};

const applyAccountNotice = async (
  { phoneNumberId }: Owner,
  { phoneNumberId: named, topic, event, effect, details, until, at }: InboundAccountNotice,
): Promise<boolean> => {
  if (named === null || named === phoneNumberId)
    await putAccountNotice(phoneNumberId, `warning_${topic}`, { event, effect, details, until, at });
  return true;
};
