import { beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { inviteTo, makePerson } from '../../support/dashboard/dashboard.ts';
import { startFakeIssuer } from '../../support/dashboard/fake-issuer.ts';
import { callHandlers } from '../../support/dashboard/handlers.ts';
import {
  client,
  completeSignIn,
  serveClientSecret,
  startSignIn,
  trustIssuer,
} from '../../support/dashboard/other-issuer.ts';
import { grantsOf, recordGrants } from '../../support/table/grants.ts';

describe('the grants of signIn', () => {
  beforeAll(() => serveClientSecret());

  it('they are the actions that a sign-in takes, with and without an invitation, and no others', async () => {
    const issuer = await startFakeIssuer({ clientId: client.id, clientSecret: client.secret });
    trustIssuer(issuer.url);
    const [stranger, invited] = [`${newId()}@example.com`, `${newId()}@example.com`];
    await inviteTo((await createWorkspace('Acme', 'DE')).id, invited, 'owner');
    const before = await makePerson();
    const used = recordGrants();
    for (const email of [stranger, invited, invited]) {
      const claims = { sub: email, email, email_verified: true, name: newId() };
      const { url, handle } = await startSignIn();
      const { session } = await completeSignIn(issuer.approve(url, claims), { handle, session: before.session });
      await callHandlers('POST', '/auth/sign-out', session === undefined ? {} : { session });
    }
    const grants = grantsOf('signIn');
    const isKind = (grant: string): boolean => /^(read|write):/.test(grant);
    expect([...used, 'secret:oidc'].filter((grant) => !isKind(grant)).sort()).toEqual(
      grants.filter((grant) => !isKind(grant)).sort(),
    );
    expect([...used].filter((grant) => !grants.includes(grant))).toEqual([]);
  });
});
