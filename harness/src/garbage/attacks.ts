import type { EndpointDefinition } from '@solvane/contract/endpoint';
import { listEndpoints, type NamedEndpoint } from '@solvane/contract/endpoints';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { hasBoundedList, type SampleOptions, sampleInputs } from '@solvane/testing/sample-inputs';
import { DEVICES, SITE, START_MS } from '../faults/plant.ts';
import { choose, mutate, randomBytes } from './mutate.ts';
import type { Attack } from './target.ts';

/** A kind of garbage: the seed of a case decides all of it. */
export interface GarbageCheck {
  name: string;
  cases: { short: number; long: number };
  /** Statuses that are a failure beside those from 500 up. */
  mustRefuse: boolean;
  attack(random: () => number): Attack;
}

/** Ends the session that all others go on with. */
const LEFT_OUT = /^(session\.signOut|account\.|system\.stream)/;
const targets = listEndpoints().filter(({ name }) => !LEFT_OUT.test(name));
const withBody = targets.filter(({ endpoint }) => endpoint.body !== undefined && endpoint.access !== 'ingest');
const withList = withBody.filter(({ endpoint }) => endpoint.body && hasBoundedList(endpoint.body));
const uploads = targets.filter(({ endpoint }) => endpoint.rawBody?.includes('multipart/form-data'));

/** The plant's own ids reach more than the lookup. */
function known(name: string): readonly string[] {
  if (/segmentIds?$/i.test(name)) return [...DEVICES, SITE];
  return /^(siteIds?|enterpriseIds?)$/.test(name) ? [SITE] : [];
}

type Schema = NonNullable<EndpointDefinition['body']>;
type Kind = SampleOptions['kind'];

const sampled = new Map<string, unknown[]>();
const SAMPLES = { good: 200, spoiled: 200, long: 5 };

/** Values of a schema, made once: fast-check takes longer for the first one than for the next hundred. */
function sample(schema: Schema, { kind, key, random }: { kind: Kind; key: string; random: () => number }): unknown {
  const name = `${kind} ${key}`;
  const values = sampled.get(name) ?? sampleInputs(schema, { kind, count: SAMPLES[kind], seed: 1, known });
  sampled.set(name, values);
  return choose(values, random);
}

function filled({ endpoint, name }: NamedEndpoint, { kind, random }: { kind: Kind; random: () => number }): Attack {
  const part = (schema: Schema | undefined, key: string): unknown => schema && sample(schema, { kind, key: `${name} ${key}`, random });
  const params = part(endpoint.params, 'params') as Record<string, unknown> | undefined;
  const address = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(wellFormed(params?.[key] ?? 'x')) || 'x');
  const query = Object.entries((part(endpoint.query, 'query') as object | undefined) ?? {}).map(
    ([key, value]) => `${encodeURIComponent(wellFormed(key))}=${encodeURIComponent(wellFormed(value))}`,
  );
  const body = part(endpoint.body, 'body');
  return {
    name,
    method: endpoint.method,
    address: `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, 15_000),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    as: endpoint.access === 'ingest' ? 'key' : 'user',
  };
}

function wellFormed(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}

const RAW_BODIES: readonly ((random: () => number) => Buffer)[] = [
  (random) => randomBytes(random, Math.floor(random() * 2_000)),
  () => Buffer.from(`${'['.repeat(400_000)}${']'.repeat(400_000)}`),
  () => Buffer.from(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  () => Buffer.from(`[${'0,'.repeat(400_000)}0]`),
  () => Buffer.from('{"__proto__":{"x":1}}'),
  () => Buffer.from(`"${'x'.repeat(900_000)}"`),
  () => Buffer.from('{"a":1'),
];

function rawAttack(random: () => number): Attack {
  const { name, endpoint } = choose(withBody, random);
  const address = endpoint.path.replace(/:(\w+)/g, () => encodeURIComponent(randomBytes(random, 12).toString('base64')));
  const query = random() < 0.2 ? `?${'a[b]=%00&'.repeat(Math.floor(random() * 1_000))}` : '';
  const body = choose(RAW_BODIES, random)(random);
  return {
    name,
    method: endpoint.method,
    address: `${address}${query}`,
    headers: { 'content-type': 'application/json' },
    body,
    as: 'user',
  };
}

/** Also those that never end by themselves: here the client ends them. */
const everything = listEndpoints().filter(({ name }) => !/^(session\.signOut|account\.)/.test(name));

function leavingAttack(random: () => number): Attack {
  const attack = filled(choose(everything, random), { kind: 'good', random });
  const leaving = choose([{ afterPart: random() }, { afterMs: random() * 30 }, { atFirstBytes: true as const }], random);
  return { ...attack, headers: { ...attack.headers, 'accept-encoding': 'gzip' }, leaving };
}

const POINTS = Array.from({ length: 20 }, (_, index) => ({ t: START_MS + index * 600_000, v: index * 1.5 }));
/** Four points of one series, as any Arrow library writes them. */
const ARROW = Buffer.from(
  [
    '/////8AAAAAQAAAAAAAKABAADgAHAAgACgAAAAAAAAEQAAAAAAAEAAgACAAAAAQACAAAAAQAAAACAAAAVAAAAAQAAADE////FAAAAAAAAAEkAA',
    'AAAAAAAyAAAAARAAAAaW52LTEvQWN0aXZlUG93ZXIAAAAAAAAAwv///wAAAgAQABgABAALABMAFAAAAAwAEAAAABQAAAAAAAABFAAAAAAAAAoY',
    'AAAAAQAAAHQAAAAAAAAAAAAGAAgABgAGAAAAAAABAAAAAAD/////uAAAABQAAAAAAAAADAAWABQADwAQAAQADAAAAEAAAAAAAAAAAAAAAxAAAA',
    'AEAAoAGAAMAAgABAAKAAAAFAAAAFgAAAAEAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAAAAAAAAAAgAAAAAAAAAAAA',
    'AAAAAAAAIAAAAAAAAAAgAAAAAAAAAAAAAAACAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAA6GZebwEAAMAPcF5vAQAAgDd5Xm',
    '8BAABAX4JebwEAAAAAAAAAAPA/AAAAAAAABEAAAAAAAAAIwAAAAAAAABBA/////wAAAAA=',
  ].join(''),
  'base64',
);
const POINT_BODIES: readonly [type: string, body: Buffer][] = [
  [
    'application/json',
    Buffer.from(
      JSON.stringify({
        series: [{ segmentId: DEVICES[0], signal: 'ActivePower', t: POINTS.map(({ t }) => t), v: POINTS.map(({ v }) => v) }],
      }),
    ),
  ],
  [
    'application/x-ndjson',
    Buffer.from(POINTS.map((point) => `${JSON.stringify({ segmentId: DEVICES[0], signal: 'ActivePower', ...point })}\n`).join('')),
  ],
  ['text/csv', Buffer.from(`segmentId,signal,t,v\n${POINTS.map(({ t, v }) => `${DEVICES[0]},ActivePower,${t},${v}\n`).join('')}`)],
  [
    'text/csv',
    Buffer.from(`t,${DEVICES.map((id) => `${id}/ActivePower`).join(',')}\n${POINTS.map(({ t, v }) => `${t},${v},${v}\n`).join('')}`),
  ],
  ['application/vnd.apache.arrow.stream', ARROW],
];
const EVENTS = Buffer.from(
  JSON.stringify({ events: POINTS.map(({ t }) => ({ segmentId: DEVICES[0], code: 'E17', start: t, end: t + 1_000, text: 'stopped' })) }),
);

function ingestAttack(name: string, path: string, { type, body }: { type: string; body: Buffer }): Attack {
  return { name, method: 'POST', address: path, headers: { 'content-type': type }, body, as: 'key' };
}

const FILES: readonly Buffer[] = [
  Buffer.from('t;v\n2020-01-01 00:00;=1+2\n2020-01-01 00:10;@x\n'),
  Buffer.from('PK\u0003\u0004'),
  Buffer.from('sites:\n  - &a [*a]\n'),
  Buffer.from('a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n'),
  Buffer.from('version: 1\nsites: []\nenterprises: []\n'),
  Buffer.alloc(2_000),
];
const FILE_NAMES = ['a.csv', 'a.xlsx', 'a.yaml', 'a.parquet', 'a.csv.gz', '../../x.csv', '\u0000.csv', 'a'];
const BOUNDARY = 'garbageboundary';

function uploadAttack(random: () => number): Attack {
  const { name, endpoint } = choose(uploads, random);
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${choose(FILE_NAMES, random)}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), mutate(choose(FILES, random), random), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const address = endpoint.path.replace(/:(\w+)/g, SITE);
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return { name, method: endpoint.method, address, headers, body: random() < 0.1 ? mutate(body, random) : body, as: 'user' };
}

export const GARBAGE_CHECKS: readonly GarbageCheck[] = [
  {
    name: 'requests that fit their schemas',
    cases: { short: 250, long: 25_000 },
    mustRefuse: false,
    attack: (random) => filled(choose(targets, random), { kind: 'good', random }),
  },
  {
    name: 'requests with one spoiled value',
    cases: { short: 250, long: 35_000 },
    mustRefuse: false,
    attack: (random) => filled(choose(targets, random), { kind: 'spoiled', random }),
  },
  {
    name: 'requests with lists as long as allowed',
    cases: { short: 40, long: 2_000 },
    mustRefuse: false,
    attack: (random) => filled(choose(withList, random), { kind: 'long', random }),
  },
  { name: 'bodies of raw bytes, deep and long ones', cases: { short: 50, long: 5_000 }, mustRefuse: true, attack: rawAttack },
  {
    name: 'mutated bodies of requests',
    cases: { short: 100, long: 10_000 },
    mustRefuse: false,
    attack: (random) => {
      const attack = filled(choose(withBody, random), { kind: 'good', random });
      return { ...attack, body: mutate(attack.body ?? Buffer.alloc(0), random) };
    },
  },
  {
    name: 'mutated points: JSON, NDJSON, CSV, Arrow',
    cases: { short: 60, long: 18_000 },
    mustRefuse: false,
    attack: (random) => {
      const [type, body] = choose(POINT_BODIES, random);
      return ingestAttack('ingest.points', ingestEndpoints.points.path, { type, body: mutate(body, random) });
    },
  },
  {
    name: 'mutated events',
    cases: { short: 40, long: 5_000 },
    mustRefuse: false,
    attack: (random) =>
      ingestAttack('ingest.events', ingestEndpoints.events.path, { type: 'application/json', body: mutate(EVENTS, random) }),
  },
  { name: 'requests whose client goes away', cases: { short: 200, long: 10_000 }, mustRefuse: false, attack: leavingAttack },
  { name: 'uploads of broken files', cases: { short: 30, long: 2_000 }, mustRefuse: false, attack: uploadAttack },
];
