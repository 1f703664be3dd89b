import { ingestEndpoints } from '@solvane/contract/ingest';
import { ingestionKeyEndpoints } from '@solvane/contract/session';
import type { HttpUser } from '@solvane/testing/http-user';
import { expect } from './product.ts';

/** A key that may deliver for these sites, made as an administrator makes one. */
export async function makeIngestionKey(admin: HttpUser, siteIds: string[]): Promise<string> {
  const { key } = await admin.call(ingestionKeyEndpoints.create, { body: { name: 'Browser tests', siteIds } });
  return key;
}

export interface Delivery {
  baseUrl: string;
  key: string;
  segmentId: string;
  signal: string;
  t: number[];
  v: number[];
}

/** Delivers points as a plant does; all of them are taken. */
export async function post({ baseUrl, key, segmentId, signal, t, v }: Delivery): Promise<void> {
  const answer = await fetch(`${baseUrl}${ingestEndpoints.points.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ series: [{ segmentId, signal, t, v }] }),
  });
  expect(await answer.json()).toMatchObject({ accepted: t.length, rejected: 0 });
}
