import { onTestFinished, vi } from 'vitest';
import * as bucket from '../../../functions/platform/bucket.ts';
import * as mail from '../../../functions/platform/mail.ts';
import * as http from '../../../functions/platform/outbound/http.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';

type Run = <Result>(call: () => Promise<Result>, isRead: boolean) => Promise<Result>;

const passThrough: Run = (call) => call();

let run = passThrough;

/** A worker's call of the table, a queue, the bucket or another server. */
export const callOutside = <Result>(call: () => Promise<Result>, isRead = false): Promise<Result> => run(call, isRead);

const readCommands = /^(Get|BatchGet|TransactGet|Query)Command$/;

const isRead = ([command]: unknown[]): boolean => readCommands.test(Object(command).constructor.name);

/** From now on outside calls go through this function, until the returned one is called. */
export const interceptCalls = (interceptor: Run): (() => void) => {
  run = interceptor;
  return () => {
    run = passThrough;
  };
};

/** Until the test ends, each call that leaves this process can be intercepted. Those of queues need `holdQueues`. */
export const wrapOutsideCalls = (): void => {
  const send = table.send.bind(table) as (...call: unknown[]) => Promise<void>;
  const { sendRequest } = http;
  const { deliverMail } = mail;
  const { putObject, removeObjects, readObjectHead } = bucket;
  const spies = [
    vi.spyOn(table, 'send').mockImplementation((...call: unknown[]) => callOutside(() => send(...call), isRead(call))),
    vi.spyOn(http, 'sendRequest').mockImplementation((request) => callOutside(() => sendRequest(request))),
    vi.spyOn(mail, 'deliverMail').mockImplementation((sent) => callOutside(() => deliverMail(sent))),
    vi.spyOn(bucket, 'putObject').mockImplementation((object) => callOutside(() => putObject(object))),
    vi
      .spyOn(bucket, 'readObjectHead')
      .mockImplementation((...call) => callOutside(() => readObjectHead(...call), true)),
    vi.spyOn(bucket, 'removeObjects').mockImplementation((keys) => callOutside(() => removeObjects(keys))),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    run = passThrough;
  });
};
