import { AppError } from '@solvane/contract/errors';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { accountSettingsEndpoints, BACKGROUND_HEADER, CSRF_HEADER, sessionEndpoints } from '@solvane/contract/session';
import { fileEndpoints, sharedUrlEndpoints } from '@solvane/contract/shell';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeProduct, type FakeProduct } from '../testing/fake-product.ts';
import { addressOf, call } from './call.ts';
import { forgetCsrfToken } from './csrf-token.ts';
import { NetworkError } from './network-error.ts';
import { shouldRetry } from './query-client.ts';
import { onUnauthorized, sessionState } from './session-state.ts';

let product: FakeProduct;

beforeEach(() => {
  product = createFakeProduct();
  forgetCsrfToken();
  vi.stubGlobal('fetch', product.server.fetch);
});

afterEach(() => void vi.unstubAllGlobals());

test('what changes something carries the token of the session, asked for once', async () => {
  await call(accountSettingsEndpoints.save, { body: { uiTheme: 'dark' } });
  await call(accountSettingsEndpoints.save, { body: { uiTheme: 'light' } });
  expect(product.server.callsOf(accountSettingsEndpoints.save).map(({ headers }) => headers.get(CSRF_HEADER))).toEqual([
    'token-1',
    'token-1',
  ]);
  expect(product.server.callsOf(sessionEndpoints.antiforgery)).toHaveLength(1);
  expect(product.settings.uiTheme).toBe('light');
});

test('a token that is no longer good is asked for once more and the call repeated once', async () => {
  await call(accountSettingsEndpoints.save, { body: { uiTheme: 'dark' } });
  product.server.session.token = 'token-2';
  await call(accountSettingsEndpoints.save, { body: { uiTheme: 'light' } });
  expect(product.settings.uiTheme).toBe('light');
  expect(product.server.callsOf(accountSettingsEndpoints.save)).toHaveLength(3);
});

test('a token the server never accepts is an error, not a circle', async () => {
  product.server.on(sessionEndpoints.antiforgery, () => ({ token: 'never good' }));
  await expect(call(accountSettingsEndpoints.save, { body: {} })).rejects.toMatchObject({ code: 'csrf.invalid' });
  expect(product.server.callsOf(accountSettingsEndpoints.save)).toHaveLength(2);
});

test('without a token nothing that changes something is sent', async () => {
  product.server.on(sessionEndpoints.antiforgery, () => ({ token: '' }));
  await expect(call(accountSettingsEndpoints.save, { body: {} })).rejects.toThrow('anti-forgery token');
  expect(product.server.callsOf(accountSettingsEndpoints.save)).toEqual([]);
});

test('background calls say so and the others do not', async () => {
  await call(deviceTreeEndpoints.sites, { background: true });
  await call(deviceTreeEndpoints.sites);
  expect(product.server.callsOf(deviceTreeEndpoints.sites).map(({ headers }) => headers.get(BACKGROUND_HEADER))).toEqual(['1', null]);
});

test('the end of the session is read from every answer', async () => {
  product.server.session.expiresAtMs = Date.UTC(2026, 5, 24, 14);
  await call(deviceTreeEndpoints.sites);
  expect(sessionState.get().expiresAtMs).toBe(Date.UTC(2026, 5, 24, 14));
});

test('an answer 401 is reported, so that the profile is asked again', async () => {
  const heard = vi.fn();
  const stop = onUnauthorized(heard);
  product.server.session.isSignedIn = false;
  await expect(call(deviceTreeEndpoints.sites)).rejects.toMatchObject({ code: 'auth.required' });
  expect(heard).toHaveBeenCalledOnce();
  stop();
});

test('a refusal keeps its code, its placeholders, its issues and the id of the request', async () => {
  const issues = [{ level: 'error' as const, path: ['uiTheme'], message: 'Common_Validation_Invalid' }];
  product.server.on(accountSettingsEndpoints.save, () => {
    throw new AppError('signals.tooManyDevices', { values: { requested: 1_200, allowed: 1_000 }, issues });
  });
  const error = await call(accountSettingsEndpoints.save, { body: {} }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({
    code: 'signals.tooManyDevices',
    values: { requested: 1_200 },
    issues,
    detail: { requestId: '7f2c91aa-0000' },
  });
});

test('an answer that is not the product’s own is still one of the error table', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(call(deviceTreeEndpoints.sites)).rejects.toMatchObject({ code: 'service.unavailable' });
});

test('no response is distinguished from a refusal and from an abort', async () => {
  product.server.isAway = true;
  await expect(call(deviceTreeEndpoints.sites)).rejects.toBeInstanceOf(NetworkError);
  const controller = new AbortController();
  const given = call(deviceTreeEndpoints.sites, { signal: controller.signal });
  controller.abort();
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
});

test('parameters stand in the path, escaped', () => {
  expect(addressOf(sharedUrlEndpoints.get, { params: { shortId: 'a/b c' } })).toBe('/api/shared-urls/a%2Fb%20c');
  expect(addressOf(fileEndpoints.download, { params: { fileId: 'f1' }, query: { as: 'csv', page: 2, nothing: undefined } })).toBe(
    '/api/files/f1?as=csv&page=2',
  );
});

test('a query is tried three times in all, but never again for what the server refused', () => {
  const refused = new AppError('resource.notFound');
  const broken = new AppError('internal');
  expect([0, 1, 2].map((failures) => shouldRetry(failures, broken))).toEqual([true, true, false]);
  expect([0, 1].map((failures) => shouldRetry(failures, new NetworkError(undefined)))).toEqual([true, true]);
  expect(shouldRetry(0, refused)).toBe(false);
});
