import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { createServer as createTcpServer, type LookupFunction, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { sendRequest } from '../../../../functions/platform/outbound/http.ts';
import { certificate as cert, certificateName, certificateKey as key } from '../../../support/network/certificate.ts';
import { startServer } from '../../../support/network/floods.ts';

const toLoopback: LookupFunction = (_, { all }, callback) =>
  all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);

const start = async (server: Server): Promise<number> => Number((await startServer(server)).port);

const startTls = (listener: RequestListener) => start(createServer({ key, cert }, listener));

const send = (port: number, name = certificateName, timeoutMs = 5_000) =>
  sendRequest({
    method: 'POST',
    url: new URL(`https://${name}:${port}/`),
    body: 'secret',
    timeoutMs,
    bodyBytesMax: 100,
    lookup: toLoopback,
  });

const trustCertificate = () => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  onTestFinished(() => setDefaultCACertificates(before));
};

it('the connection to a trusted peer is kept', async () => {
  trustCertificate();
  let handshakes = 0;
  const server = createServer({ key, cert }, (_, response) => response.end('ok'));
  server.on('secureConnection', () => {
    handshakes += 1;
  });
  const port = await start(server);
  expect(await send(port)).toMatchObject({ outcome: 'answered', status: 200 });
  expect(await send(port)).toMatchObject({ outcome: 'answered', status: 200 });
  expect(handshakes).toBe(1);
});

it('nothing is sent to a peer with an untrusted certificate', async () => {
  const port = await startTls((_, response) => response.end('ok'));
  const failure = { reason: 'connection', code: 'DEPTH_ZERO_SELF_SIGNED_CERT', sent: false };
  expect(await send(port)).toMatchObject(failure);
});

it('nothing is sent to a peer with a certificate for another name', async () => {
  trustCertificate();
  const port = await startTls((_, response) => response.end('ok'));
  const failure = { reason: 'connection', code: 'ERR_TLS_CERT_ALTNAME_INVALID', sent: false };
  expect(await send(port, 'other.test')).toMatchObject(failure);
});

it('nothing is sent to a peer that never completes the handshake or closes before', async () => {
  const silent = await start(createTcpServer());
  expect(await send(silent, certificateName, 50)).toMatchObject({ reason: 'timeout', sent: false });
  const closing = await start(createTcpServer((socket) => socket.destroy()));
  expect(await send(closing)).toMatchObject({ reason: 'connection', code: 'ECONNRESET', sent: false });
});

it('a request is reported as sent once the connection is open', async () => {
  trustCertificate();
  const port = await startTls((request) => request.socket.destroy());
  expect(await send(port)).toMatchObject({ reason: 'connection', code: 'ECONNRESET', sent: true });
});
