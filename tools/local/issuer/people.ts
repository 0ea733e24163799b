import { createHash } from 'node:crypto';

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
