import { dashboardEndpoints } from '@solvane/contract/dashboards';
import type { ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { FEATURES } from '@solvane/contract/features';
import { deviceTreeEndpoints, metadataEndpoints, siteEndpoints } from '@solvane/contract/fleet';
import { type SegmentId, shortUniqueIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { legacyToolEndpoints } from '@solvane/contract/legacy-tools';
import { PERMISSIONS, type PermissionName } from '@solvane/contract/permissions';
import { type AccountSettings, accountSettingsEndpoints, sessionEndpoints } from '@solvane/contract/session';
import { type Favorite, favoriteEndpoints, type SharedUrl, sharedUrlEndpoints } from '@solvane/contract/shell';
import { type SignalDefinition, signalEndpoints } from '@solvane/contract/signals';
import { siteResultEndpoints } from '@solvane/contract/site-results';
import { demoEndpoints, type Job, jobEndpoints, systemEndpoints } from '@solvane/contract/system';
import { HOME_WIDGETS } from '@solvane/contract/widgets/home-widgets';
import { fakeDashboard } from './fake-dashboard.ts';
import { ENTERPRISES, SITES, type SitePart, toSegments, toSite } from './fake-fleet.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { signalsOf } from './fake-signals.ts';

export interface FakeProductOptions {
  sites?: SitePart[];
  permissions?: readonly PermissionName[];
  features?: Partial<Record<(typeof FEATURES)[number], boolean>>;
  settings?: Partial<AccountSettings>;
  isProvider?: boolean;
  nowMs?: number;
}

export interface FakeProduct {
  server: FakeServer;
  settings: AccountSettings;
  favorites: Favorite[];
  jobs: Job[];
  sharedUrls: SharedUrl[];
  version: string;
  nowMs: number;
  /** What the server says of the trees of some sites, for tests that change a part of it. */
  segments: (siteIds: readonly string[]) => ResponseOf<typeof deviceTreeEndpoints.segments>;
}

export const FAKE_NOW_MS = Date.UTC(2026, 5, 24, 12, 40);

/** A signed-in user with a small fleet: enough product for every part of the shell to work. */
export function createFakeProduct(options: FakeProductOptions = {}): FakeProduct {
  const { sites = SITES, permissions = PERMISSIONS, features = {}, settings = {}, isProvider = false, nowMs = FAKE_NOW_MS } = options;
  const product: FakeProduct = {
    server: createFakeServer({ nowMs }),
    settings: { selectedEnterpriseIds: ENTERPRISES.map(({ id }) => id), regionalFormat: 'en-US', uiTheme: 'system', ...settings },
    favorites: [],
    jobs: [],
    sharedUrls: [],
    version: '1',
    nowMs,
    segments: (siteIds) => segmentsOf(sites, siteIds),
  };
  const { on } = product.server;
  addSession(product, { permissions, features, isProvider });
  addFleet(product, sites);
  addWorkspace(product);
  on(systemEndpoints.version, () => ({ version: product.version }));
  on(jobEndpoints.list, () => ({ items: product.jobs }));
  on(demoEndpoints.progress, () => ({ demo: 'on' as const, stage: 'live' as const, share: 1 }));
  on(legacyToolEndpoints.list, () => ({ items: [], canEdit: isProvider }));
  on(dashboardEndpoints.home, () => ({ dashboard: fakeDashboard({ widgets: [...HOME_WIDGETS] }), chosenBy: 'product' as const }));
  on(dashboardEndpoints.search, () => ({ items: [], total: 0, tags: [] }));
  on(dashboardEndpoints.get, () => {
    throw new AppError('dashboards.notFound');
  });
  on(demoEndpoints.faults, () => ({ items: [] }));
  return product;
}

function addSession(
  product: FakeProduct,
  { permissions, features, isProvider }: Required<Pick<FakeProductOptions, 'permissions' | 'features' | 'isProvider'>>,
): void {
  const { on, session } = product.server;
  on(sessionEndpoints.profile, () => ({
    isAuthenticated: session.isSignedIn,
    displayName: session.isSignedIn ? 'Mats Kron' : '',
    claims: session.isSignedIn
      ? [
          { type: 'id' as const, value: '0198c0de-0000-7000-8000-000000000001' },
          { type: 'name' as const, value: 'Mats Kron' },
          { type: 'email' as const, value: 'operator@solvane.demo' },
          { type: 'enterpriseId' as const, value: 'aurora' },
          { type: 'enterpriseName' as const, value: 'Aurora' },
          { type: 'isProvider' as const, value: String(isProvider) },
        ]
      : [],
    sessionExpiresAtUtc: session.isSignedIn ? new Date(session.expiresAtMs).toISOString() : null,
  }));
  on(sessionEndpoints.permissions, () => ({ userAccessByPermissionName: Object.fromEntries(permissions.map((name) => [name, true])) }));
  on(sessionEndpoints.features, () => ({
    features: { ...Object.fromEntries(FEATURES.map((name) => [name, name !== 'segmentLoadFailedBanner'])), ...features } as never,
  }));
  on(sessionEndpoints.renew, () => {
    session.expiresAtMs = Math.max(session.expiresAtMs, Date.now()) + 3_600_000;
    return { sessionExpiresAtUtc: new Date(session.expiresAtMs).toISOString() };
  });
  on(accountSettingsEndpoints.get, () => product.settings);
  on(accountSettingsEndpoints.save, ({ body }) => {
    product.settings = { ...product.settings, ...(body as Partial<AccountSettings>) };
    return product.settings;
  });
  on(accountSettingsEndpoints.saveSelectedEnterpriseIds, ({ body }) => {
    product.settings = { ...product.settings, selectedEnterpriseIds: body };
    return product.settings;
  });
}

function addFleet(product: FakeProduct, sites: SitePart[]): void {
  const { on } = product.server;
  on(deviceTreeEndpoints.sites, () => ({ enterprises: ENTERPRISES, sites: sites.map(toSite), errors: [] }));
  on(deviceTreeEndpoints.segments, ({ body }) => product.segments(body.siteIds));
  on(deviceTreeEndpoints.segmentTypes, () => ({ items: [] }));
  on(
    siteEndpoints.status,
    () =>
      ({
        nowMs: product.nowMs,
        items: sites.map((site, index) => ({
          siteId: siteIdSchema.parse(site.id),
          activePowerKw: 4_000 + 1_100 * index,
          powerAtMs: product.nowMs - 720_000,
          powerSource: 'meter' as const,
          powerDevices: { known: 1, count: 1 },
          powerCoverage: 1,
          ratedPowerKw: 20_000,
          reasons: {},
          lastPointMs: product.nowMs - (index === 5 ? 11_520_000 : 720_000),
        })),
      }) as never,
  );
  on(siteResultEndpoints.fleet, () => ({ items: [] }));
  on(ingestEndpoints.status, () => ({
    nowMs: product.nowMs,
    items: sites.map(({ id }) => ({
      siteId: siteIdSchema.parse(id),
      lastPointMs: product.nowMs - 720_000,
      lastReceivedMs: product.nowMs - 60_000,
      pointsLastHour: 1_200,
      rejectedLast30Days: 0,
      backlogSiteDays: 0,
      recalculation: null,
    })),
  }));
  on(metadataEndpoints.read, ({ body }) => ({
    items: body.segmentIds.map((segmentId) => ({
      segmentId,
      attributes: [
        {
          name: 'capacityAc',
          value: 2_000,
          history: [{ validFrom: null, value: 2_000, changedBy: 'Mats Kron', changedAtMs: product.nowMs - 86_400_000 }],
        },
        { name: 'model', value: 'Lumenar 2000', history: [] },
      ],
    })),
  }));
  on(signalEndpoints.definitions, ({ body }) => ({ items: body.segmentIds.flatMap((segmentId) => signalsOf(segmentId)) }));
  on(signalEndpoints.latest, ({ body }) => ({
    nowMs: product.nowMs,
    items: body.segmentIds.flatMap((segmentId) => latestOf(segmentId, product.nowMs)),
  }));
}

function segmentsOf(sites: readonly SitePart[], siteIds: readonly string[]): ResponseOf<typeof deviceTreeEndpoints.segments> {
  const bySite = new Map(sites.map((site) => [site.id, site]));
  const entries = siteIds.map((id) => {
    const [siteId, site] = [siteIdSchema.parse(id), bySite.get(id)];
    const missing = { siteId, code: 'resource.notFound', message: 'Common_Error_NotFound_Message' };
    return [siteId, site ? { tree: toSegments(site), errors: [] } : { tree: null, errors: [missing] }] as const;
  });
  return { segmentsBySiteId: Object.fromEntries(entries) };
}

function latestOf(segmentId: SegmentId, nowMs: number) {
  return signalsOf(segmentId).map((definition: SignalDefinition, index) => ({
    segmentId,
    signalId: definition.signalId,
    timeMs: nowMs - (definition.calcType === 'Calculated' ? 5_040_000 : 720_000),
    value: 17.38 * (index + 1) ** 2,
  }));
}

function addWorkspace(product: FakeProduct): void {
  const { on } = product.server;
  on(favoriteEndpoints.list, () => ({ items: product.favorites }));
  on(favoriteEndpoints.add, ({ body }) => {
    product.favorites = [...product.favorites, ...body.items];
    return { items: product.favorites };
  });
  on(favoriteEndpoints.remove, ({ body }) => {
    const removed = new Set(body.items.map(({ favoriteDataId }) => favoriteDataId));
    product.favorites = product.favorites.filter(({ favoriteDataId }) => !removed.has(favoriteDataId));
    return { items: product.favorites };
  });
  on(sharedUrlEndpoints.create, ({ body }) => {
    const shared = { ...body, shortUniqueId: shortUniqueIdSchema.parse(`share${product.sharedUrls.length + 100}`) };
    product.sharedUrls.push(shared);
    return shared;
  });
  on(sharedUrlEndpoints.get, ({ params }) => {
    const found = product.sharedUrls.find(({ shortUniqueId }) => shortUniqueId === params.shortId);
    if (!found) throw new AppError('sharedUrl.invalid');
    return found;
  });
}
