// npm install jose
import { SignJWT } from 'jose';

const secret = new TextEncoder().encode(process.env.CHAT_SECRET);

/** For the customer who is signed in, on each request for it. */
export const chatToken = (customer) =>
  new SignJWT({ name: customer.name, email: customer.email })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(customer.id)
    .setIssuedAt()
    .setExpirationTime('10 minutes')
    .sign(secret);
