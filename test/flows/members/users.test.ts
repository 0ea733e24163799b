import { describe, expect, it } from 'vitest';
import { describeUser, signInUser } from '../../../functions/domain/members/users.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { sha256Hex } from '../../../functions/platform/sha256.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newAddress } from '../../support/dashboard/members.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { loseResponses } from '../../support/table/repeated-writes.ts';

const newClaims = () => ({ issuer: 'https://issuer.example', subject: newId(), email: newAddress(), name: 'Ana Ames' });

describe('a user', () => {
  it('the first sign-in of a person creates a user and later ones find it', async () => {
    const claims = newClaims();
    const created = await signInUser(claims);
    expect(created).toEqual({ id: expect.any(String), name: 'Ana Ames', email: claims.email });
    expect(await signInUser(claims)).toEqual(created);
  });

  it('20 parallel first sign-ins of one person make one user', async () => {
    const claims = newClaims();
    const users = await Promise.all(Array.from({ length: 20 }, () => signInUser(claims)));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    expect(await findItem(keys.user(users[0]?.id ?? ''))).toMatchObject({ name: 'Ana Ames' });
  });

  it('the same subject at another issuer is another user', async () => {
    const claims = newClaims();
    const { id } = await signInUser(claims);
    expect((await signInUser({ ...claims, issuer: 'https://other.example' })).id).not.toBe(id);
  });

  it('an issuer and a subject that share their text with another pair are another user', async () => {
    const subject = newId();
    const { id } = await signInUser({ ...newClaims(), issuer: 'https://issuer.example/a', subject });
    expect(
      (await signInUser({ ...newClaims(), issuer: 'https://issuer.example/', subject: `a${subject}` })).id,
    ).not.toBe(id);
  });

  it('the identity of a user is stored as a hash of issuer and subject', async () => {
    const claims = newClaims();
    const { id } = await signInUser(claims);
    const key = keys.identity(sha256Hex(JSON.stringify([claims.issuer, claims.subject])));
    expect(await findItem(key)).toEqual({ ...key, user_id: id });
  });

  it('addresses of users are in lower case and a missing name is replaced by the address', async () => {
    const email = newAddress();
    const claims = { ...newClaims(), email: ` ${email.toUpperCase()}`, name: '  ' };
    expect(await signInUser(claims)).toMatchObject({ email, name: email });
  });

  it('a new user has no workspace and no invitation', async () => {
    expect(await describeUser(await signInUser(newClaims()))).toEqual({ workspaces: [], invitations: [] });
  });

  it('a user whose creation gets no response is created once', async () => {
    const claims = newClaims();
    const lost = loseResponses((input) => 'TransactItems' in input);
    const created = await signInUser(claims);
    expect(lost.count()).toBe(1);
    expect(await signInUser(claims)).toEqual(created);
  });

  it('a first sign-in that crashes at any call of the table makes one user when it is repeated', async () => {
    const calls = await crashAtEveryCall({
      prepare: async () => newClaims(),
      run: signInUser,
      verify: async (claims, { label }) => {
        const user = await signInUser(claims);
        expect(await findItem(keys.user(user.id)), label).toMatchObject({ email: claims.email });
      },
    });
    expect(calls).toBe(2);
  });
});
