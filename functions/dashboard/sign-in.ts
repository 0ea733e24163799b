import type { GatewayHandler } from '../http/compose.ts';
import { createRouter } from './router.ts';
import { handler as completeSignIn } from './sign-in/complete-sign-in.ts';
import { handler as signOut } from './sign-in/sign-out.ts';
import { handler as startSignIn } from './sign-in/start-sign-in.ts';
import { unknownRoute } from './unknown-route.ts';

const findRoute = createRouter([
  { method: 'GET', path: '/auth/sign-in', handler: startSignIn },
  { method: 'GET', path: '/auth/callback', handler: completeSignIn },
  { method: 'POST', path: '/auth/sign-out', handler: signOut },
]);

const notFound = unknownRoute('signIn');

export const handler: GatewayHandler = (event, context) =>
  (findRoute(event)?.route.handler ?? notFound)(event, context);
