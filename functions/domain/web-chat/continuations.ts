import { randomBytes } from 'node:crypto';
import { ApiError } from '../../model/api-error.ts';
import type { StoredVisitor, VisitorCaller } from '../../model/web-chat/visitor.ts';
import { nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import {
  findContinuation,
  putContinuation,
  type StoredContinuation,
  useContinuation,
} from '../../table/web-chat/continuations.ts';
import { findVisitorPointer } from '../../table/web-chat/pointers.ts';
import { updateVisitor } from '../../table/web-chat/visitors.ts';
import { takeAct } from './visitors.ts';
import { noteVisit } from './visits.ts';

const validDays = 7;

/** The code of a link in a mail. Only its hash is kept. */
export const newContinuation = async (visit: {
  workspace_id: string;
  site_id: string;
  visitor_id: string;
}): Promise<string> => {
  const code = randomBytes(32).toString('base64url');
  await putContinuation(sha256Hex(code), { ...visit, expires: nowSeconds() + validDays * secondsPerDay });
  return code;
};

/** Whoever opens the link first goes on with the conversation. The signed name stays where it was signed. */
export const continueConversation = async (caller: VisitorCaller, code: string): Promise<{ continued: true }> => {
  const { site, sha256 } = caller;
  const codeHash = sha256Hex(code);
  const found = await findContinuation(codeHash);
  const isValid = found && found.site_id === site.siteId && found.expires > nowSeconds();
  if (!isValid || !(await isThere(found))) throw used();
  if (caller.visitor?.customer) return keepCustomer(caller.visitor, found);
  if (!(await useContinuation(codeHash, sha256))) throw used();
  const { visitor_id } = found;
  const { caller: known } = await takeAct(caller, `continuation ${codeHash}`, () => ({ visitor_id }));
  // A token that was known before has spent the act already if this is a repeat.
  if (known.visitor.visitor_id !== visitor_id) await updateVisitor({ siteId: site.siteId, sha256 }, { visitor_id });
  await noteVisit({ ...known, visitor: { ...known.visitor, visitor_id } }, {});
  return { continued: true };
};

/** An erased contact does not come back through an old mail. */
const isThere = async ({ workspace_id, visitor_id }: { workspace_id: string; visitor_id: string }): Promise<boolean> =>
  (await findVisitorPointer(workspace_id, visitor_id)) !== undefined;

/** A device on which somebody is signed in shows nobody else's conversation. */
const keepCustomer = async (
  { workspace_id, visitor_id }: StoredVisitor,
  found: StoredContinuation,
): Promise<{ continued: true }> => {
  const [own, linked] = await Promise.all([
    findVisitorPointer(workspace_id, visitor_id),
    findVisitorPointer(workspace_id, found.visitor_id),
  ]);
  if (own?.contactId !== linked?.contactId) throw used();
  return { continued: true };
};

const used = (): ApiError =>
  new ApiError('forbidden', 'This link was used already, or is older than seven days. Write a message to start anew.');
