import { jwtVerify } from 'jose/jwt/verify';
import * as z from 'zod/mini';
import { ApiError } from '../../model/api-error.ts';
import { attributeChanges } from '../../model/contacts/attributes.ts';
import { externalId } from '../../model/contacts/input.ts';
import { optionalField } from '../../model/optional-field.ts';
import { typedEmail } from '../../model/web-chat/conversation.ts';
import type { KnownVisitor, SignedCustomer, StoredVisitor, VisitorCaller } from '../../model/web-chat/visitor.ts';
import { clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { putUsedIdentity } from '../../table/web-chat/identities.ts';
import { updateVisitor } from '../../table/web-chat/visitors.ts';
import { linkCustomer } from './customers.ts';
import { readChatSecrets } from './secrets.ts';
import { takeAct } from './visitors.ts';
import { noteVisit } from './visits.ts';

const lifetimeSecondsMax = 60 * 60;

/** Clocks differ. */
const toleranceSeconds = 30;

/** They are stored with the token until the customer writes. */
const attributesLengthMax = 2_000;

const claims = z.object({
  sub: externalId,
  name: optionalField(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))),
  email: optionalField(typedEmail),
  attributes: optionalField(
    attributeChanges.check(z.refine((values) => JSON.stringify(values).length <= attributesLengthMax)),
  ),
  iat: z.int(),
  exp: z.int(),
});

type Claims = z.output<typeof claims>;

/**
 * The site's own server says who the visitor is. What was written before belongs to the customer from then on. All is
 * done again by the same token sent again, so a crash leaves nothing half.
 */
export const signInVisitor = async (
  caller: VisitorCaller,
  jwt: string,
): Promise<{ name: string | null; email: string | null }> => {
  const signed = await verifyIdentity(caller.site.workspaceId, jwt);
  const sha256 = sha256Hex(jwt);
  const isOwn = await putUsedIdentity(caller.site.siteId, sha256, caller.sha256, signed.exp + toleranceSeconds);
  if (!isOwn) throw refused();
  const customer: SignedCustomer = {
    external_id: signed.sub,
    name: signed.name ?? null,
    email: signed.email ?? null,
    ...(signed.attributes && { attributes: signed.attributes }),
  };
  const { caller: known } = await takeAct(caller, `identity ${sha256}`, (visitor) => asCustomer(visitor, customer));
  const linked = await ensureLinked(known, 'if known');
  await noteVisit(linked, { email: customer.email ?? (known.visitor.email || null) });
  return { name: customer.name, email: customer.email };
};

/** Another customer on the same device gets a conversation of their own. */
const asCustomer = (visitor: StoredVisitor, customer: SignedCustomer): Partial<StoredVisitor> => {
  const isOther = visitor.customer !== undefined && visitor.customer.external_id !== customer.external_id;
  return { customer, is_linked: false, ...(isOther && { visitor_id: `visitor_${newId()}`, email: '' }) };
};

/**
 * The contact of a customer exists from the first message on. `if known`: one who has not written, and is no contact, is
 * made none.
 */
export const ensureLinked = async (caller: KnownVisitor, when: 'always' | 'if known'): Promise<KnownVisitor> => {
  const { site, sha256, visitor } = caller;
  const { customer, is_linked: isLinked, visitor_id: visitorId } = visitor;
  if (!customer || isLinked) return caller;
  const outcome = await linkCustomer(site.workspaceId, visitorId, customer, when);
  if (outcome === 'unknown') return caller;
  const changes = { is_linked: true, ...(outcome !== 'linked' && { visitor_id: outcome.visitorId }) };
  await updateVisitor({ siteId: site.siteId, sha256 }, changes);
  return { ...caller, visitor: { ...visitor, ...changes } };
};

const verifyIdentity = async (workspaceId: string, jwt: string): Promise<Claims> => {
  for (const secret of await readChatSecrets(workspaceId)) {
    const payload = await verifyWith(secret, jwt);
    const { success, data } = z.safeParse(claims, payload);
    if (success && data.exp - data.iat <= lifetimeSecondsMax && data.exp > data.iat) return data;
  }
  throw refused();
};

/** Undefined for whatever is wrong with it. The library compares in constant time. */
const verifyWith = async (secret: string, jwt: string): Promise<unknown> => {
  try {
    const options = {
      algorithms: ['HS256'],
      currentDate: new Date(clock.now()),
      clockTolerance: toleranceSeconds,
      maxTokenAge: lifetimeSecondsMax,
      requiredClaims: ['sub', 'exp', 'iat'],
    };
    return (await jwtVerify(jwt, new TextEncoder().encode(secret), options)).payload;
  } catch {
    return undefined;
  }
};

/** The same for a forged, an expired and a used one. It does not say what a forger would have to change. */
const refused = (): ApiError =>
  new ApiError(
    'forbidden',
    'This sign-in is not valid, or no longer. Let the server sign a new one, with HS256 and for at most an hour.',
  );
