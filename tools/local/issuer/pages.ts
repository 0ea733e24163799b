import { createHash } from 'node:crypto';

/** A person who can sign in with one click. */
interface Button {
  email: string;
  name: string;
}

export const signInPage = (action: string, people: readonly Button[]): Page => ({
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

const personButton = ({ email, name }: Button): string =>
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

export interface Page {
  title: string;
  /** HTML; values in it are escaped already. */
  content: string;
  /** Runs when the page is shown. */
  script?: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const renderPage = ({ title, content, script }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`;

/** Browsers apply `form-action` to redirects too, and signing in or out ends at the client. */
export const pageHeaders = ({ script }: Page, clientOrigins: string[]): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    'img-src data:',
    `form-action 'self' ${clientOrigins.join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // With no-referrer, browsers send "Origin: null" with a form, which looks like another site.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
});

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const style = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #161b22);
  --border: light-dark(#c6cdd8, #3a4553);
  --text: light-dark(#171c24, #e8ecf2);
  --muted: light-dark(#5a6573, #98a4b3);
  --accent: light-dark(#3b5bdb, #8fa6ff);
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
  background: light-dark(#f7f8fa, #0e1116); color: var(--text);
  font: 0.875rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  width: 100%; max-width: 384px; padding: 24px; border: 1px solid var(--border); border-radius: 12px;
  background: var(--surface); overflow-wrap: anywhere;
}
h1 { margin: 0 0 4px; font-size: 1.25rem; }
h2 { margin: 24px 0 0; font-size: 1rem; }
p { margin: 0; color: var(--muted); }
form { display: grid; gap: 8px; margin-top: 16px; }
label { display: grid; gap: 4px; font-weight: 600; }
label.check { display: flex; align-items: center; gap: 8px; font-weight: 400; min-height: 24px; }
input[type="text"], input[type="email"] {
  width: 100%; min-height: 36px; padding: 4px 8px; border: 1px solid var(--muted); border-radius: 8px;
  background: var(--surface); color: inherit; font: inherit;
}
input[type="checkbox"] { width: 16px; height: 16px; margin: 0; accent-color: var(--accent); }
button {
  min-height: 44px; padding: 8px 12px; border: 1px solid var(--border); border-radius: 8px;
  background: transparent; color: inherit; font: inherit; font-weight: 600; text-align: start; cursor: pointer;
}
button small { display: block; color: var(--muted); font-size: 0.8125rem; font-weight: 400; }
button:hover { border-color: var(--accent); }
button.primary { background: light-dark(#3b5bdb, #4a66e0); border-color: transparent; color: #ffffff; text-align: center; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
