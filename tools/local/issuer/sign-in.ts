import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { errors, type Provider } from 'oidc-provider';
import * as z from 'zod';
import { errorPage, type Page, pageHeaders, renderPage, signInPage } from './pages.ts';

export interface Person {
  email: string;
  name: string;
  isVerified: boolean;
}

/** Everybody who signed in since the start. */
export interface Directory {
  /** Returns the subject. It follows from the address, so it is the same after a restart. */
  put: (person: Person) => string;
  find: (subject: string) => Person | undefined;
}

export const createDirectory = (): Directory => {
  const people = new Map<string, Person>();
  return {
    put: (person) => {
      const subject = createHash('sha256').update(person.email.toLowerCase()).digest('hex').slice(0, 32);
      people.set(subject, person);
      return subject;
    },
    find: (subject) => people.get(subject),
  };
};

export interface SignInContext {
  provider: Provider;
  people: Person[];
  directory: Directory;
  clientOrigins: string[];
}

const otherPersonSchema = z.object({
  email: z.email().max(254),
  name: z.string().trim().min(1).max(100),
  verified: z.literal('yes').optional(),
});

/** Shows who can sign in, and takes the choice. */
export const answerSignIn = async (
  request: IncomingMessage,
  response: ServerResponse,
  context: SignInContext,
): Promise<void> => {
  const { provider, people, directory, clientOrigins } = context;
  const show = (status: number, page: Page): void =>
    void response.writeHead(status, pageHeaders(page, clientOrigins)).end(renderPage(page));
  try {
    const { uid } = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') return show(200, signInPage(`/interaction/${uid}`, people));
    const person = readPerson(new URLSearchParams(await text(request)), people);
    if (person === undefined) return show(400, errorPage('The form needs an email address and a name.'));
    const login = { accountId: directory.put(person) };
    await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    show(400, errorPage('This sign-in has expired, or it was begun in another browser.'));
  }
};

const readPerson = (form: URLSearchParams, people: Person[]): Person | undefined => {
  const chosen = form.get('person');
  if (chosen !== null) return people.find(({ email }) => email === chosen);
  const { data } = otherPersonSchema.safeParse(Object.fromEntries(form));
  return data && { email: data.email, name: data.name, isVerified: data.verified === 'yes' };
};
