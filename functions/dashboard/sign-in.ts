import { signInLimit } from '../model/members/request-limit.ts';
import { serveRoutes } from './router.ts';
import { handler as completeSignIn } from './sign-in/complete-sign-in.ts';
import { handler as signOut } from './sign-in/sign-out.ts';
import { handler as startSignIn } from './sign-in/start-sign-in.ts';
import { handler as unsubscribe } from './sign-in/unsubscribe.ts';

export const handler = serveRoutes(
  'signIn',
  [
    { method: 'GET', path: '/auth/sign-in', handler: startSignIn },
    { method: 'GET', path: '/auth/callback', handler: completeSignIn },
    { method: 'POST', path: '/auth/sign-out', handler: signOut },
    { method: 'GET', path: '/auth/unsubscribe', handler: unsubscribe },
    { method: 'POST', path: '/auth/unsubscribe', handler: unsubscribe },
  ],
  signInLimit,
);
