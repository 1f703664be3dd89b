import type { EndpointDefinition } from '@solvane/contract/endpoint';
import { listEndpoints, type NamedEndpoint } from '@solvane/contract/endpoints';
import { errorBodySchema } from '@solvane/contract/errors';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import type { LightMyRequestResponse } from 'fastify';
import { addressOf, type TestApp } from '../test-app.ts';
import { type MatrixCaller, refusalOf } from './callers.ts';
import { type ChangedRows, type RowWatch, watchRows } from './changed-rows.ts';
import type { IdsByKind } from './marked-site.ts';
import { type MatrixRequest, requestsAbout } from './requests.ts';
import { buildWorld, type World } from './world.ts';

export interface MatrixOptions {
  seed: number;
  /** Requests about what exists and about what does not, of each admitted caller to each endpoint. */
  count: number;
  nowMs: number;
  /** False: only some callers ask about what is not theirs. */
  isThorough: boolean;
}

export interface MatrixResult {
  /** Requests by endpoint and caller. */
  cases: Record<string, Record<string, number>>;
  /** By endpoint and caller, what was wrong. */
  failures: { endpoint: string; caller: string; problem: string }[];
}

/** Every endpoint of the contract as everybody. What has to come out is read from the declaration of the endpoint. */
export async function runMatrix(app: TestApp, options: MatrixOptions): Promise<MatrixResult> {
  const world = await buildWorld(app, options.nowMs);
  const matrix = { app, world, watch: await watchRows(app.db), options };
  const result: MatrixResult = { cases: {}, failures: [] };
  for (const endpoint of listEndpoints()) {
    const cells = world.callers.map((caller) => new Cell(matrix, endpoint, caller));
    await matrix.watch.changesOf(
      async () => {
        for (const cell of cells) await cell.expectRefusal();
      },
      (changed) =>
        result.failures.push({ endpoint: endpoint.name, caller: 'refused callers', problem: `changed ${JSON.stringify(changed)}` }),
    );
    for (const cell of cells) await cell.expectOwn();
    result.cases[endpoint.name] = Object.fromEntries(cells.map(({ caller, cases }) => [caller.name, cases]));
    for (const { caller, problems } of cells)
      for (const problem of problems) result.failures.push({ endpoint: endpoint.name, caller: caller.name, problem });
  }
  return result;
}

interface Matrix {
  app: TestApp;
  world: World;
  watch: RowWatch;
  options: MatrixOptions;
}

/** Tables that store what was sent, for its sender alone: links, views, orders of work, rows of deliveries that name no site. */
const KEPT_AS_ASKED = /^(public\.(shared_urls|saved_views|formulas|dashboards|ingestion_rejects)|pgboss\.\w+) /;

/** Callers that differ in what is theirs. The others differ in what they may do. */
const ASKING_ABOUT_OTHERS = new Set([
  'admin',
  'contractor enterprise',
  'stranger',
  'token for one site',
  'wallboard for one site',
  'ingestion key',
]);

/** One endpoint as one caller. */
class Cell {
  readonly caller: MatrixCaller;
  cases = 0;
  readonly problems: string[] = [];
  readonly #matrix: Matrix;
  readonly #endpoint: NamedEndpoint;
  readonly #refusal: string | undefined;

  constructor(matrix: Matrix, endpoint: NamedEndpoint, caller: MatrixCaller) {
    this.#matrix = matrix;
    this.#endpoint = endpoint;
    this.caller = caller;
    this.#refusal = refusalOf(endpoint.endpoint, caller);
  }

  async expectRefusal(): Promise<void> {
    if (this.#refusal === undefined) return;
    const { own } = this.#matrix.world.ids;
    const [request] = this.#requests(own, 1);
    if (!request) return;
    const answer = await this.#send(request, own);
    if (summarize(answer) !== this.#refusal) this.#fail(request, `${summarize(answer)} instead of ${this.#refusal}`);
  }

  /** Of an admitted caller: no answer and no changed row beyond what is its own. */
  async expectOwn(): Promise<void> {
    const { world, options } = this.#matrix;
    // A stream answers for ever: what is admitted has its own test.
    if (this.#refusal !== undefined || this.#endpoint.endpoint.responseKind === 'events') return;
    await this.#ask({ ...world.ids.own, ...this.caller.owned });
    if (!options.isThorough && !ASKING_ABOUT_OTHERS.has(this.caller.name)) return;
    if (this.caller.isNarrowed) await this.#compare({ ...world.ids.beside, ...this.caller.owned });
    await this.#compare(world.ids.foreign);
  }

  async #ask(ids: IdsByKind): Promise<LightMyRequestResponse[]> {
    const requests = this.#requests(ids, this.#matrix.options.count);
    const answers: LightMyRequestResponse[] = [];
    const { watch } = this.#matrix;
    const check = (asked: MatrixRequest | undefined) => (changed: ChangedRows) => this.#expectOwnRows(asked, changed);
    // What only reads is watched as a whole: looking for changes costs as much as a request.
    if (this.#onlyReads()) await watch.changesOf(async () => void answers.push(...(await this.#askAll(requests, ids))), check(requests[0]));
    else
      for (const request of requests)
        await watch.changesOf(async () => void answers.push(...(await this.#askAll([request], ids))), check(request));
    return answers;
  }

  #onlyReads(): boolean {
    const { method, readOnly } = this.#endpoint.endpoint;
    return (method === 'GET' || readOnly === true) && this.#endpoint.name.split('.', 1)[0] !== 'account';
  }

  async #askAll(requests: readonly MatrixRequest[], ids: IdsByKind): Promise<LightMyRequestResponse[]> {
    const { endpoint } = this.#endpoint;
    const answers: LightMyRequestResponse[] = [];
    for (const request of requests) {
      const answer = await this.#send(request, ids);
      if (answer.statusCode >= 500 || (answer.statusCode === 401 && endpoint.access !== 'public'))
        this.#fail(request, `${answer.statusCode} ${answer.body.slice(0, 300)}`);
      this.#expectHidden(request, `answer ${answer.statusCode}`, JSON.stringify(answer.headers) + bodyOf(answer));
      answers.push(answer);
    }
    return answers;
  }

  #expectOwnRows(asked: MatrixRequest | undefined, { before, after }: ChangedRows): void {
    const isOwn = (row: string) => this.caller.owned.user !== undefined && row.includes(this.caller.owned.user);
    for (const row of before) if (!isOwn(row)) this.#expectHidden(undefined, `changed row for ${JSON.stringify(asked)}`, row);
    for (const row of after) if (!KEPT_AS_ASKED.test(row)) this.#expectHidden(undefined, `new row for ${JSON.stringify(asked)}`, row);
  }

  /** What is not the caller's is answered like what does not exist. */
  async #compare(ids: IdsByKind): Promise<void> {
    const { missing } = this.#matrix.world.ids;
    const [answers, others] = [await this.#ask(ids), await this.#ask(missing)];
    if (this.#isSeen(ids)) return;
    for (const [index, answer] of answers.entries()) {
      const other = others[index];
      if (!other || (answer.statusCode < 400 && other.statusCode < 400)) continue;
      const [told, expected] = [neutral(answer, ids), neutral(other, missing)];
      if (told !== expected) this.problems.push(`${told.slice(0, 300)}\n  and for what does not exist\n  ${expected.slice(0, 300)}`);
    }
  }

  /** Whether the caller sees what these ids name after all: provider staff see every site. */
  #isSeen(ids: IdsByKind): boolean {
    return this.#matrix.world.hiddenIn(ids.site ?? '', this.caller, this.#endpoint).length === 0;
  }

  #expectHidden(request: MatrixRequest | undefined, where: string, text: string): void {
    const asked = JSON.stringify(request ?? null);
    const hidden = this.#matrix.world.hiddenIn(text, this.caller, this.#endpoint).filter((mark) => !asked.includes(mark));
    if (hidden.length > 0) this.#fail(request, `${where} names ${hidden.join(', ')}: ${text.slice(0, 400)}`);
  }

  #fail(request: MatrixRequest | undefined, problem: string): void {
    this.problems.push(`${problem}\n  for ${JSON.stringify(request)?.slice(0, 400)}`);
  }

  #requests(ids: IdsByKind, count: number): MatrixRequest[] {
    const { seed, nowMs } = this.#matrix.options;
    return requestsAbout(this.#endpoint, { ids, count, seed, nowMs });
  }

  #send(request: MatrixRequest, ids: IdsByKind): Promise<LightMyRequestResponse> {
    this.cases += 1;
    return this.#inject(request, ids);
  }

  async #inject({ params, query, body }: MatrixRequest, ids: IdsByKind): Promise<LightMyRequestResponse> {
    const { endpoint } = this.#endpoint;
    const sent = endpoint.rawBody ? await rawBodyOf(endpoint, ids, this.#matrix.options.nowMs) : jsonBodyOf(body);
    const columns = this.cases % 2 === 0 && endpoint.path === '/api/signals/values' ? { accept: SIGNAL_COLUMNS_TYPE } : {};
    return this.#matrix.app.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint.path, params, query),
      // Addresses that ask without being recognised are limited.
      remoteAddress: nextAddress(),
      headers: { ...this.caller.headers, ...columns, ...sent.headers },
      ...(sent.payload === undefined ? {} : { payload: sent.payload }),
    });
  }
}

let addressCount = 0;

function nextAddress(): string {
  addressCount += 1;
  return `10.${(addressCount >> 16) & 255}.${(addressCount >> 8) & 255}.${addressCount & 255}`;
}

interface SentBody {
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
}

function jsonBodyOf(body: unknown): SentBody {
  if (body === undefined) return { headers: {}, payload: undefined };
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
}

/** A file or a delivery about the ids. */
async function rawBodyOf(
  { rawBody = [], path }: EndpointDefinition,
  { site, segment, enterprise }: IdsByKind,
  nowMs: number,
): Promise<SentBody> {
  if (rawBody.includes('application/json'))
    return jsonBodyOf({ series: [{ segmentId: segment, signal: 'ActivePower||Raw', t: [nowMs - 600_000], v: [7] }] });
  if (!rawBody.includes('multipart/form-data')) return { headers: { 'content-type': rawBody[0] ?? '' }, payload: '' };
  const isFleet = path === '/api/fleet/import';
  const form = new FormData();
  const content = isFleet
    ? `enterprises: [{ id: ${enterprise}, name: Taken }]\nsites: [{ id: ${site}, name: Taken, enterpriseId: ${enterprise} }]`
    : `time,${segment}\n2026-01-14 12:00,1\n`;
  form.append('file', new Blob([content]), isFleet ? 'fleet.yaml' : 'data.csv');
  const request = new Request('http://x', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, payload: Buffer.from(await request.arrayBuffer()) };
}

function summarize(answer: LightMyRequestResponse): string {
  if (answer.statusCode < 400) return String(answer.statusCode);
  const parsed = errorBodySchema.safeParse(safeJson(answer.body));
  return parsed.success ? `${answer.statusCode} ${parsed.data.code}` : `${answer.statusCode} ${answer.body.slice(0, 100)}`;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Files and columns too: their texts stand in them as they are. */
function bodyOf(answer: LightMyRequestResponse): string {
  return answer.rawPayload.toString('latin1');
}

/** The answer without the ids that were asked for and without what differs between any two requests. */
function neutral(answer: LightMyRequestResponse, ids: IdsByKind): string {
  const text = Object.values(ids).reduce((body, id) => body.replaceAll(id, 'ID'), answer.body);
  return `${answer.statusCode} ${text.replace(/"requestId":"[^"]+"|name="token" value="[^"]+"/g, '')}`;
}
