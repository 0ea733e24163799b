import { escapeHtml, type Page } from './page.ts';
import type { Person } from './people.ts';

export const signInPage = (action: string, people: Person[]): Page => ({
  title: 'Sign in',
  content: `<p>This page stands in for your identity provider. It asks for no password and works on this machine only.</p>
${people.length > 0 ? `<form method="post" action="${action}">${people.map(personButton).join('')}</form>` : ''}
<h2>Somebody else</h2>
<form method="post" action="${action}">
<label>Email address <input type="email" name="email" required maxlength="254" autocomplete="off"></label>
<label>Name <input type="text" name="name" required maxlength="100" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="verified" value="yes" checked> The address is verified</label>
<button class="primary">Sign in</button>
</form>`,
});

const personButton = ({ email, name }: Person): string =>
  `<button name="person" value="${escapeHtml(email)}">${escapeHtml(name)} <small>${escapeHtml(email)}</small></button>`;

/** Ends the session at once, as Cognito does; without JavaScript it takes a click. */
export const signOutPage = (form: string, formId: string): Page => ({
  title: 'Sign out',
  content: `${form}<button class="primary" id="confirm" form="${formId}" name="logout" value="yes">Sign out</button>`,
  script: "document.getElementById('confirm').click()",
});

export const signedOutPage: Page = { title: 'Signed out', content: '<p>You can close this page.</p>' };

export const errorPage = (message: string): Page => ({
  title: 'Sign-in failed',
  content: `<p>${escapeHtml(message)}</p><p>Go back to the dashboard and start again.</p>`,
});
