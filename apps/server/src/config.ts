import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { type CalcType, isCalcType } from '@solvane/energy/signals/calc-types';
import { z } from 'zod';

type Role = 'all' | 'web' | 'worker' | 'engine';
type DemoSize = 'on' | 'off' | 'small';

export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string;
  /** Text of the button on the login page. */
  label: string;
}

export interface Config {
  port: number;
  host: string;
  dataFolder: string;
  webFolder: string;
  databaseUrl: string | undefined;
  databasePool: number;
  clickhouseUrl: string | undefined;
  clickhouseCluster: string | undefined;
  role: Role;
  demo: DemoSize;
  /** Address users reach the product at, without a slash at the end; undefined: taken from each request. */
  publicUrl: string | undefined;
  /** Origin that serves /account/login and /account/logout; undefined: this server. */
  authenticationHost: string | undefined;
  sessionMinutes: number;
  /** Days that points are kept, by calculation type; for ever where there is none. */
  retention: Partial<Record<CalcType, number>>;
  oidc: OidcConfig | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  mqttUrl: string | undefined;
  metricsToken: string | undefined;
  /** Proxies whose X-Forwarded-* headers are believed. */
  trustedProxies: boolean | string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Every response is checked in full against the contract, not only the small ones. */
  strictResponses: boolean;
}

export interface ConfigProblem {
  name: string;
  problem: string;
}

/** Everything that is wrong with the environment, in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map(toLine).join('\n')}`,
    );
    this.problems = problems;
  }
}

const flag = (fallback: boolean) =>
  z
    .enum(['on', 'off'])
    .default(fallback ? 'on' : 'off')
    .transform((value) => value === 'on');
const urlWith = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
const origin = urlWith('http:', 'https:').transform((value) => value.replace(/\/+$/, ''));
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, { error: `must be ${min} to ${max}` })
        .max(max, { error: `must be ${min} to ${max}` }),
    );

const SHORTEST_RETENTION_DAYS = 30;
/** `Raw=1825,Forecast=400`: days by calculation type. */
const retention = z
  .string()
  .default('')
  .transform((text, context): Partial<Record<CalcType, number>> => {
    const kept: Partial<Record<CalcType, number>> = {};
    for (const rule of text.split(',').filter((part) => part.trim() !== '')) {
      const [name = '', days = ''] = rule.split('=').map((part) => part.trim());
      const count = /^\d{1,5}$/.test(days) ? Number(days) : 0;
      if (isCalcType(name) && count >= SHORTEST_RETENTION_DAYS) kept[name] = count;
      else
        context.addIssue({
          code: 'custom',
          message: isCalcType(name)
            ? `must keep ${name} for at least ${SHORTEST_RETENTION_DAYS} days`
            : `names ${name || 'nothing'}, which is no calculation type`,
        });
    }
    return kept;
  });

const trustedProxies = z
  .string()
  .default('off')
  .transform((text, context): boolean | string[] => {
    if (text === 'on' || text === 'off') return text === 'on';
    const proxies = text.split(',').map((part) => part.trim());
    for (const proxy of proxies)
      if (!isProxy(proxy))
        context.addIssue({
          code: 'custom',
          message: `must be on, off, or addresses such as 10.0.0.1,192.168.0.0/16,loopback: ${proxy || 'nothing'} is none`,
        });
    return proxies;
  });

/** Every variable the server reads. An empty value counts as absent. */
const variables = {
  PORT: integer(0, 65_535).default(8080),
  HOST: z.string().refine(isHost, { error: 'must be an IP address or a host name, such as 127.0.0.1 or 0.0.0.0' }).default('127.0.0.1'),
  SOLVANE_DATA: z.string().default('./data'),
  SOLVANE_WEB: z.string().optional(),
  DATABASE_URL: urlWith('postgres:', 'postgresql:').optional(),
  SOLVANE_DATABASE_POOL: integer(2, 200).default(10),
  CLICKHOUSE_URL: urlWith('http:', 'https:').optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z0-9_]+$/, { error: 'may hold letters, digits and _ only' })
    .optional(),
  SOLVANE_ROLE: z.enum(['all', 'web', 'worker', 'engine']).default('all'),
  SOLVANE_DEMO: z.enum(['on', 'off', 'small']).default('on'),
  SOLVANE_URL: origin.optional(),
  SOLVANE_AUTH_HOST: origin.optional(),
  SOLVANE_SESSION_MINUTES: integer(1, 1_440).default(60),
  SOLVANE_RETENTION: retention,
  OIDC_ISSUER: urlWith('http:', 'https:').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPES: z
    .string()
    .refine((value) => value.split(' ').includes('openid'), { error: 'must contain openid' })
    .default('openid profile email'),
  OIDC_LABEL: z.string().max(60).default('Single sign-on'),
  SMTP_URL: urlWith('smtp:', 'smtps:').optional(),
  SOLVANE_MAIL_FROM: z.email().default('solvane@localhost.localdomain'),
  MQTT_URL: urlWith('mqtt:', 'mqtts:', 'ws:', 'wss:').optional(),
  SOLVANE_METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  SOLVANE_TRUST_PROXY: trustedProxies,
  SOLVANE_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SOLVANE_STRICT_RESPONSES: flag(false),
} as const;

type VariableName = keyof typeof variables;
const NAMES = Object.keys(variables) as VariableName[];
const SECRETS: readonly VariableName[] = ['OIDC_CLIENT_SECRET', 'SOLVANE_METRICS_TOKEN'];
/** Read by tests and tools, never by the server. */
const FOREIGN_NAMES = ['SOLVANE_REFERENCE_DATA', 'SOLVANE_TEST_DATABASE'];

/** @throws ConfigError that names every problem at once */
export function readConfig(environment: Record<string, string | undefined> = process.env, folder: string = process.cwd()): Config {
  const given = Object.fromEntries(NAMES.map((name) => [name, environment[name]?.trim() || undefined]));
  const parsed = z.object(variables).safeParse(given);
  const problems = [
    ...unknownNames(environment),
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => ({ name: String(issue.path[0]), problem: issue.message }))),
    ...contradictions(given),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    dataFolder: resolve(folder, values.SOLVANE_DATA),
    webFolder: values.SOLVANE_WEB ? resolve(folder, values.SOLVANE_WEB) : join(import.meta.dirname, '..', '..', 'web', 'dist'),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.SOLVANE_DATABASE_POOL,
    clickhouseUrl: values.CLICKHOUSE_URL,
    clickhouseCluster: values.CLICKHOUSE_CLUSTER,
    role: values.SOLVANE_ROLE,
    demo: values.SOLVANE_DEMO,
    publicUrl: values.SOLVANE_URL,
    authenticationHost: values.SOLVANE_AUTH_HOST,
    sessionMinutes: values.SOLVANE_SESSION_MINUTES,
    retention: values.SOLVANE_RETENTION,
    oidc:
      values.OIDC_ISSUER && values.OIDC_CLIENT_ID
        ? {
            issuer: values.OIDC_ISSUER,
            clientId: values.OIDC_CLIENT_ID,
            clientSecret: values.OIDC_CLIENT_SECRET,
            scopes: values.OIDC_SCOPES,
            label: values.OIDC_LABEL,
          }
        : undefined,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.SOLVANE_MAIL_FROM,
    mqttUrl: values.MQTT_URL,
    metricsToken: values.SOLVANE_METRICS_TOKEN,
    trustedProxies: values.SOLVANE_TRUST_PROXY,
    logLevel: values.SOLVANE_LOG_LEVEL,
    strictResponses: values.SOLVANE_STRICT_RESPONSES,
  };
}

/** The variables that are set, one per line, with passwords and secrets masked. */
export function describeEnvironment(environment: Record<string, string | undefined> = process.env): string[] {
  return NAMES.flatMap((name) => {
    const value = environment[name]?.trim();
    if (!value) return [];
    return [`${name}=${SECRETS.includes(name) ? '***' : maskPassword(value)}`];
  });
}

function maskPassword(value: string): string {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  for (const name of [...url.searchParams.keys()]) if (/pass|secret|token|key/i.test(name)) url.searchParams.set(name, '***');
  if (!url.password) return url.searchParams.size > 0 ? url.toString() : value;
  url.password = '***';
  return url.toString();
}

function isHost(value: string): boolean {
  return isIP(value) > 0 || (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value) && !/^[\d.]+$/.test(value));
}

/** An address, a network (`10.0.0.0/8`), or one of the names that the HTTP server knows networks by. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function unknownNames(environment: Record<string, string | undefined>): ConfigProblem[] {
  return Object.keys(environment)
    .filter((name) => /^(SOLVANE|OIDC)_/.test(name) && !NAMES.some((known) => known === name) && !FOREIGN_NAMES.includes(name))
    .map((name) => ({
      name,
      problem: `is not a setting; known are ${NAMES.filter((known) => /^(SOLVANE|OIDC)_/.test(known)).join(', ')}`,
    }));
}

function contradictions(given: Record<string, string | undefined>): ConfigProblem[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, CLICKHOUSE_CLUSTER, CLICKHOUSE_URL, SOLVANE_ROLE, DATABASE_URL } = given;
  const scaledOut = ['web', 'worker', 'engine'].includes(SOLVANE_ROLE ?? 'all');
  const rules: [boolean, VariableName, string][] = [
    [Boolean(OIDC_ISSUER) && !OIDC_CLIENT_ID, 'OIDC_CLIENT_ID', 'is needed with OIDC_ISSUER'],
    [Boolean(OIDC_CLIENT_ID ?? OIDC_CLIENT_SECRET) && !OIDC_ISSUER, 'OIDC_ISSUER', 'is needed with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'],
    [Boolean(CLICKHOUSE_CLUSTER) && !CLICKHOUSE_URL, 'CLICKHOUSE_URL', 'is needed with CLICKHOUSE_CLUSTER'],
    [
      SOLVANE_ROLE === 'engine' && Boolean(CLICKHOUSE_URL),
      'CLICKHOUSE_URL',
      'names a server: there is no embedded engine to run with SOLVANE_ROLE=engine',
    ],
    [scaledOut && !DATABASE_URL, 'DATABASE_URL', `is needed with SOLVANE_ROLE=${SOLVANE_ROLE}: the embedded database serves one process`],
  ];
  return rules.flatMap(([broken, name, problem]) => (broken ? [{ name, problem }] : []));
}

function toLine({ name, problem }: ConfigProblem): string {
  return `  ${name} ${problem}`;
}
