import { expect, test } from 'vitest';
import { ConfigError, describeEnvironment, readConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment, '/srv');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ name, problem }) => `${name} ${problem}`);
    throw error;
  }
  return [];
}

test('without any variable the product runs on this machine with embedded databases and the demo fleet', () => {
  expect(readConfig({}, '/srv')).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataFolder: '/srv/data',
    databaseUrl: undefined,
    clickhouseUrl: undefined,
    role: 'all',
    demo: 'on',
    sessionMinutes: 60,
    oidc: undefined,
  });
});

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }, '/srv')).toMatchObject({ port: 8080, databaseUrl: undefined });
});

test('all problems are reported at once, each with the name of its variable', () => {
  expect(
    problemsOf({
      PORT: '99999',
      SOLVANE_DEMO: 'maybe',
      DATABASE_URL: 'mysql://db',
      SOLVANE_RLOE: 'web',
      OIDC_CLIENT_ID: 'solvane',
      CLICKHOUSE_CLUSTER: 'c1',
    }),
  ).toEqual([
    expect.stringMatching(/^SOLVANE_RLOE is not a setting; known are .*SOLVANE_ROLE/),
    expect.stringMatching(/^PORT must be 0 to 65535/),
    expect.stringMatching(/^DATABASE_URL must be an address that starts with postgres:\/\//),
    expect.stringMatching(/^SOLVANE_DEMO /),
    'OIDC_ISSUER is needed with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    'CLICKHOUSE_URL is needed with CLICKHOUSE_CLUSTER',
  ]);
});

test('an address to listen on and trusted proxies are checked before anything starts', () => {
  expect(problemsOf({ HOST: 'http://0.0.0.0', SOLVANE_TRUST_PROXY: 'yes' })).toEqual([
    'HOST must be an IP address or a host name, such as 127.0.0.1 or 0.0.0.0',
    'SOLVANE_TRUST_PROXY must be on, off, or addresses such as 10.0.0.1,192.168.0.0/16,loopback: yes is none',
  ]);
  expect(problemsOf({ HOST: '300.0.0.1', SOLVANE_TRUST_PROXY: '10.0.0.0/33' })).toHaveLength(2);
  expect(problemsOf({ HOST: '0.0.0.0', SOLVANE_TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,fd00::/8,loopback' })).toEqual([]);
  expect(problemsOf({ HOST: '::1', SOLVANE_TRUST_PROXY: 'on' })).toEqual([]);
  expect(problemsOf({ HOST: 'plant-server.local' })).toEqual([]);
});

test('a web or worker process needs a database that several processes can use', () => {
  expect(problemsOf({ SOLVANE_ROLE: 'web' })).toEqual([
    'DATABASE_URL is needed with SOLVANE_ROLE=web: the embedded database serves one process',
  ]);
});

test('single sign-on is configured by issuer and client', () => {
  expect(readConfig({ OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'solvane', OIDC_CLIENT_SECRET: 's' }).oidc).toEqual({
    issuer: 'https://id.example.com',
    clientId: 'solvane',
    clientSecret: 's',
    scopes: 'openid profile email',
    label: 'Single sign-on',
  });
});

test('secrets and passwords are masked where the configuration is printed', () => {
  expect(
    describeEnvironment({
      DATABASE_URL: 'postgres://solvane:geheim@db/solvane',
      CLICKHOUSE_URL: 'http://ch:8123/?password=geheim',
      OIDC_CLIENT_SECRET: 'geheim',
      SMTP_URL: 'smtps://mail:geheim@mail.example.com',
      PORT: '9000',
      HOME: '/root',
    }),
  ).toEqual([
    'PORT=9000',
    'DATABASE_URL=postgres://solvane:***@db/solvane',
    'CLICKHOUSE_URL=http://ch:8123/?password=***',
    'OIDC_CLIENT_SECRET=***',
    'SMTP_URL=smtps://mail:***@mail.example.com',
  ]);
});

test('points are kept for ever, or as many days as their calculation type says', () => {
  expect(readConfig({}).retention).toEqual({});
  expect(readConfig({ SOLVANE_RETENTION: 'Raw=1825, Forecast=400' }).retention).toEqual({ Raw: 1825, Forecast: 400 });
  expect(problemsOf({ SOLVANE_RETENTION: 'Row=30,Raw=3,Forecast' })).toEqual([
    'SOLVANE_RETENTION names Row, which is no calculation type',
    'SOLVANE_RETENTION must keep Raw for at least 30 days',
    'SOLVANE_RETENTION must keep Forecast for at least 30 days',
  ]);
});
