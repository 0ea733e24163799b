/** List prices of us-east-1 in dollars. */
const prices = {
  writeUnitsMillion: 0.625,
  readUnitsMillion: 0.125,
  /** Of a queue whose messages name a group. */
  queueRequestsMillion: 0.4 + 0.1,
  lambdaCallsMillion: 0.2,
  lambdaGigabyteSecond: 0.0000133334,
  egressGigabyte: 0.09,
} as const;

/** As the consumer's line says, with an endpoint that takes 200 ms to answer. */
const batchSize = 10;
const memoryGigabytes = 0.5;
const batchSeconds = 0.2 + 0.02;

/** A body of 300 bytes, its headers, and the connection's own part on a kept one. */
const bytesOut = 1_200;

/** Dollars for a million deliveries that succeed at once, in full batches. */
export const costPerMillion = ({ readUnits, writeUnits }: { readUnits: number; writeUnits: number }) => {
  const parts = {
    table: writeUnits * prices.writeUnitsMillion + readUnits * prices.readUnitsMillion,
    // Sent, received and deleted.
    queue: (3 / batchSize) * prices.queueRequestsMillion,
    functions:
      prices.lambdaCallsMillion / batchSize +
      (1_000_000 / batchSize) * batchSeconds * memoryGigabytes * prices.lambdaGigabyteSecond,
    egress: (bytesOut / 1000) * prices.egressGigabyte,
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
};
