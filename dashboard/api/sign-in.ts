import { announceEnd, send, setSigningOut } from './request.ts';

/** The server decides which paths it returns to. */
export const signInUrl = (returnTo: string | undefined): string =>
  `/auth/sign-in${returnTo ? `?${new URLSearchParams({ return_to: returnTo })}` : ''}`;

export const signOut = async (): Promise<void> => {
  setSigningOut(true);
  try {
    const { data } = (await send('/auth/sign-out', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    })) as { data: { url: string } };
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (/^(draft:|switchboard\.outbox )/.test(key)) storage.removeItem(key);
    // An import that this browser keeps ends with the session, too.
    indexedDB.deleteDatabase('switchboard.import');
    announceEnd();
    window.location.assign(data.url);
  } catch (error) {
    setSigningOut(false);
    throw error;
  }
};
