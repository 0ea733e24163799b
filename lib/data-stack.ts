import { CfnOutput, Duration, type RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import {
  AttributeType,
  BillingMode,
  type GlobalSecondaryIndexProps,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { EncryptionSecretName, SigningChannel } from '../functions/model/secret.ts';
import { inboxIndex, statusIndex, type TableIndex } from '../functions/model/table-index.ts';
import { toCopyVaultArn } from './copy-stack.ts';
import { TableBackup } from './data/table-backup.ts';
import { addUserPool } from './data/user-pool.ts';
import type { Secrets } from './functions/secret-grants.ts';
import { type Settings, toStackEnvironment } from './settings.ts';

/** Ids sort by time, so lists query the table itself. Only a filter by status and the inbox need an index. */
const indexes: readonly GlobalSecondaryIndexProps[] = [statusIndex, inboxIndex].map(
  ({ name, partitionKey, sortKey, projected = [] }: TableIndex) => ({
    indexName: name,
    partitionKey: { name: partitionKey, type: AttributeType.STRING },
    sortKey: { name: sortKey, type: AttributeType.STRING },
    ...(projected.length === 0
      ? { projectionType: ProjectionType.KEYS_ONLY }
      : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projected] }),
  }),
);

export interface DataStackProps {
  environment: string;
  settings: Settings;
}

/** Everything that must outlive deployments: the table, the media, the secrets, their encryption key, and the user pool. */
export class DataStack extends Stack {
  readonly table: ITable;
  readonly key: Key | undefined;
  readonly secrets: Secrets;
  readonly mediaBucket: IBucket;
  /** Exists for a dashboard whose members sign in with Cognito. */
  readonly userPool: UserPool | undefined;
  readonly backupVaultName: string | undefined;
  readonly indexNames = indexes.map((index) => index.indexName);

  constructor(scope: Construct, id: string, { environment, settings }: DataStackProps) {
    super(scope, id, {
      env: toStackEnvironment(settings),
      description: 'Switchboard: the table and its encryption key',
      terminationProtection: settings.terminationProtection,
    });
    this.key = settings.customerManagedKeys ? this.addKey(settings) : undefined;
    const table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      maxReadRequestUnits: settings.spending.readUnitsPerSecond,
      maxWriteRequestUnits: settings.spending.writeUnitsPerSecond,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: 'expires',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...(this.key ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: this.key } : {}),
      deletionProtection: settings.deletionProtection,
      removalPolicy: settings.removalPolicy,
    });
    for (const index of indexes) table.addGlobalSecondaryIndex(index);
    this.table = settings.restoredTable ? this.importRestoredTable(settings.restoredTable) : table;
    const { backup, removalPolicy, customerManagedKeys, dashboard, secondRegion } = settings;
    const copyVaultArn = secondRegion && toCopyVaultArn(this, { environment, region: secondRegion });
    const backupProps = { table: this.table, copyVaultArn, removalPolicy, customerManagedKeys };
    this.backupVaultName = backup && new TableBackup(this, 'Backup', { ...backupProps, backup }).vaultName;
    const secretProps = { key: this.key, removalPolicy, replicaRegion: secondRegion };
    this.secrets = {
      msgapp: addChannelSecret(this, 'msgapp', secretProps),
      social: addChannelSecret(this, 'social', secretProps),
      encryption: addEncryptionSecret(this, 'encryption', secretProps),
      channelEncryption: addEncryptionSecret(this, 'channelEncryption', secretProps),
    };
    this.mediaBucket = addMediaBucket(this, this.key, settings);
    this.userPool = dashboard?.issuer === 'cognito' ? addUserPool(this, dashboard, settings) : undefined;
    this.keepExports();
  }

  /** CloudFormation refuses a change of the settings that takes back an export while another stack imports it. */
  private keepExports(): void {
    if (this.backupVaultName !== undefined) this.exportValue(this.backupVaultName);
    if (this.userPool) this.exportValue(this.userPool.userPoolArn);
  }

  private addKey({ removalPolicy, email }: Settings): Key {
    const key = new Key(this, 'TableKey', {
      description: 'Encrypts the Switchboard table',
      enableKeyRotation: true,
      removalPolicy,
    });
    // EventBridge puts the reports of SES into a queue that this key encrypts. It names no source account to KMS; the
    // policy of the queue says which rule may send.
    if (email)
      key.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal('events.amazonaws.com')],
          actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
          resources: ['*'],
        }),
      );
    return key;
  }

  private importRestoredTable({ tableArn, streamArn }: NonNullable<Settings['restoredTable']>): ITable {
    return Table.fromTableAttributes(this, 'RestoredTable', {
      tableArn,
      tableStreamArn: streamArn,
      ...(this.key ? { encryptionKey: this.key } : {}),
    });
  }
}

/** Copies of the files that customers send. Without versions, so a file that is deleted is gone. */
const addMediaBucket = (
  scope: Construct,
  key: IKey | undefined,
  { media, removalPolicy }: Pick<Settings, 'media' | 'removalPolicy'>,
): Bucket =>
  new Bucket(scope, 'Media', {
    ...(key === undefined
      ? { encryption: BucketEncryption.S3_MANAGED }
      : // With a key for the bucket, KMS is not called for every file.
        { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }),
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [
      // A file that a member has uploaded and sent is copied out of it.
      { prefix: 'uploads/', expiration: Duration.days(1) },
      // The recipients of broadcasts. A file is removed once it is read, which may wait as long as its job can.
      { prefix: 'audiences/', expiration: Duration.days(14) },
      { expiration: Duration.days(media.keepDays), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy,
  });

interface EncryptionSecretProps {
  key: IKey | undefined;
  removalPolicy: RemovalPolicy;
  /** A restored table is of no use without these keys. */
  replicaRegion: string | undefined;
}

/**
 * No key id is in both secrets, so a ciphertext tells which one it needs. The construct ids are deployed, so they keep
 * an older word for encryption. A seal is something else: it binds an API key to its rights.
 */
const secrets = {
  encryption: { id: 'SealingSecret', firstKeyId: '1', purpose: 'webhook secrets and stored responses' },
  channelEncryption: { id: 'ChannelSealingSecret', firstKeyId: 'c1', purpose: 'access tokens and secrets of channels' },
} as const satisfies Record<EncryptionSecretName, unknown>;

/**
 * The keys that encrypt secrets in the table: one at first, and any that an operator adds. Never change the construct id
 * or `generateSecretString`: CloudFormation would replace the keys, and everything encrypted with them would be lost.
 */
const addEncryptionSecret = (
  scope: Construct,
  name: EncryptionSecretName,
  { key, removalPolicy, replicaRegion }: EncryptionSecretProps,
): ISecret => {
  const { id, firstKeyId, purpose } = secrets[name];
  return new Secret(scope, id, {
    description: `Keys that encrypt ${purpose} in the table, by id, and the id of the current one`,
    ...(key === undefined ? {} : { encryptionKey: key }),
    removalPolicy,
    ...(replicaRegion === undefined ? {} : { replicaRegions: [{ region: replicaRegion }] }),
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ current: firstKeyId }),
      generateStringKey: firstKeyId,
      excludePunctuation: true,
      passwordLength: 64,
    },
  });
};

/**
 * The operator fills in the app secrets; until then every webhook of the channel fails its signature check. Never change
 * `generateSecretString`: CloudFormation would overwrite the operator's value with a new one.
 */
const addChannelSecret = (
  scope: Construct,
  channel: SigningChannel,
  { key, removalPolicy }: { key: IKey | undefined; removalPolicy: RemovalPolicy },
): ISecret => {
  const name = `${channel.charAt(0).toUpperCase()}${channel.slice(1)}Secret`;
  const secret = new Secret(scope, name, {
    description: `App secrets and verify token of ${channel}`,
    ...(key === undefined ? {} : { encryptionKey: key }),
    removalPolicy,
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ app_secrets: [] }),
      generateStringKey: 'verify_token',
      excludePunctuation: true,
      passwordLength: 40,
    },
  });
  new CfnOutput(scope, `${name}Arn`, { value: secret.secretArn });
  return secret;
};
