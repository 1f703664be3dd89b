import {
  type Dashboard,
  type DashboardDocument,
  type DashboardId,
  dashboardEndpoints,
  dashboardIdSchema,
} from '@solvane/contract/dashboards';
import type { FileId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { fileEndpoints } from '@solvane/contract/shell';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { WIDGET_TYPES } from '@solvane/contract/widgets/widget-types';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { memberships } from '../../db/schema/access.ts';
import { type TestApp, type TestClient, testApp } from '../../testing/test-app.ts';
import { storeFile } from '../shell/files.ts';
import { BUILT_IN_DASHBOARDS } from './built-in-dashboards.ts';
import { toNewest, widgetProblems } from './dashboard-problems.ts';
import { fixedDevices } from './named-devices.ts';

const ENTERPRISE = 'solvind' as never;
const UNKNOWN = dashboardIdSchema.parse('not-there');

function widget(id: string, settings: StoredWidget['settings'] = {}, type = 'kpiTable'): StoredWidget {
  return { id, type, version: 1, position: { x: 0, y: 0, w: 12, h: 4 }, phoneOrder: 1, settings };
}

function create(user: TestClient, title = 'Mine'): Promise<Dashboard> {
  return user.call(dashboardEndpoints.create, { body: { enterpriseId: ENTERPRISE, title, source: { kind: 'empty' } } });
}

function saveOf({ dashboardId, revision, title, description, tags, template, defaults, widgets }: Dashboard) {
  return { dashboardId, seenRevision: revision.id, title, description, tags, template, defaults, widgets };
}

function save(user: TestClient, dashboard: Dashboard, changes: Partial<ReturnType<typeof saveOf>> = {}): Promise<Dashboard> {
  return user.call(dashboardEndpoints.save, { body: { ...saveOf(dashboard), ...changes } });
}

function get(user: TestClient, dashboardId: DashboardId): Promise<Dashboard> {
  return user.call(dashboardEndpoints.get, { query: { dashboardId } });
}

async function titles(user: TestClient, body: { search?: string; tag?: string; onlyFavorites?: boolean } = {}): Promise<string[]> {
  const { items } = await user.call(dashboardEndpoints.search, { body: { ...body, groups: ['mine', 'shared', 'enterprise'] } });
  return items.map(({ title }) => title);
}

function shareWith(user: TestClient, { dashboardId }: Dashboard, access: 'read' | 'edit'): Promise<Dashboard> {
  return user.call(dashboardEndpoints.share, { body: { dashboardId, shares: [{ kind: 'enterprise', enterpriseId: ENTERPRISE, access }] } });
}

describe('who may open and edit a dashboard', () => {
  test('a dashboard that is not shared exists for its owner only', async () => {
    const { as } = await testApp();
    const [owner, colleague] = [await as({ of: 'solvind' }), await as({ of: 'solvind' })];
    const { dashboardId } = await create(owner);
    expect(await titles(owner)).toEqual(['Mine']);
    expect(await titles(colleague)).toEqual([]);
    const refusals = [
      await colleague.refusal(dashboardEndpoints.get, { query: { dashboardId } }),
      await colleague.refusal(dashboardEndpoints.export, { query: { dashboardId } }),
      await colleague.refusal(dashboardEndpoints.remove, { body: { dashboardId } }),
      await colleague.refusal(dashboardEndpoints.setHome, { body: { dashboardId } }),
      await colleague.refusal(dashboardEndpoints.setFavorite, { body: { dashboardId, isFavorite: true } }),
      await colleague.refusal(dashboardEndpoints.get, { query: { dashboardId: UNKNOWN } }),
    ];
    expect(refusals.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(6).fill('404 dashboards.notFound'));
  });

  test('a read-only share opens and can be copied, and its reader changes nothing', async () => {
    const { as } = await testApp();
    const [owner, reader] = [await as({ of: 'solvind' }), await as({ of: 'solvind', role: 'analyst' })];
    const dashboard = await shareWith(owner, await save(owner, await create(owner), { widgets: [widget('a')] }), 'read');
    const seen = await get(reader, dashboard.dashboardId);
    expect(seen).toMatchObject({ group: 'enterprise', widgets: [{ id: 'a' }], sharedWith: [] });
    expect(seen.can).toEqual({ edit: false, remove: false, share: false, setHomeOf: [] });
    expect(await reader.refusal(dashboardEndpoints.save, { body: saveOf(seen) })).toMatchObject({ status: 403, code: 'access.forbidden' });
    const { dashboardId } = dashboard;
    expect(await reader.refusal(dashboardEndpoints.remove, { body: { dashboardId } })).toMatchObject({ status: 403 });
    expect(await reader.refusal(dashboardEndpoints.share, { body: { dashboardId, shares: [] } })).toMatchObject({ status: 403 });
    const source = { kind: 'copy', dashboardId } as const;
    const copy = await reader.call(dashboardEndpoints.create, { body: { enterpriseId: ENTERPRISE, title: 'Copy', source } });
    expect(copy).toMatchObject({ group: 'mine', widgets: [{ id: 'a' }], can: { edit: true, remove: true } });
  });

  test('a role without the right to edit dashboards copies, but neither makes new ones nor edits', async () => {
    const { as } = await testApp();
    const [owner, viewer] = [await as({ of: 'solvind' }), await as({ of: 'solvind', role: 'viewer' })];
    const dashboard = await shareWith(owner, await create(owner), 'edit');
    expect((await get(viewer, dashboard.dashboardId)).can.edit).toBe(false);
    const body = { enterpriseId: ENTERPRISE, title: 'New', source: { kind: 'empty' } as const };
    expect(await viewer.refusal(dashboardEndpoints.create, { body })).toMatchObject({ status: 403 });
    const copied = { ...body, source: { kind: 'copy' as const, dashboardId: dashboard.dashboardId } };
    const copy = await viewer.call(dashboardEndpoints.create, { body: copied });
    expect(copy.can).toMatchObject({ edit: false, remove: true });
    await viewer.call(dashboardEndpoints.remove, { body: { dashboardId: copy.dashboardId } });
  });

  test('shares name users, roles and enterprises; a role counts in the enterprise of the dashboard', async () => {
    const { as, db } = await testApp();
    const owner = await as({ of: 'solvind' });
    const [named, byRole] = [await as({ of: 'solvind', role: 'viewer' }), await as({ of: 'solvind', role: 'analyst' })];
    const elsewhere = await as({ of: 'other', role: 'analyst' });
    const [membership] = await db
      .select()
      .from(memberships)
      .where(eq(memberships.userId, byRole.userId as never));
    const dashboard = await create(owner);
    const shared = await owner.call(dashboardEndpoints.share, {
      body: {
        dashboardId: dashboard.dashboardId,
        shares: [
          { kind: 'user', userId: named.userId as never, access: 'read' },
          { kind: 'role', roleId: membership?.roleId as never, access: 'edit' },
        ],
      },
    });
    expect(shared.sharedWith.map(({ kind, access }) => `${kind} ${access}`).toSorted()).toEqual(['role edit', 'user read']);
    expect(await titles(named)).toEqual(['Mine']);
    expect((await get(byRole, dashboard.dashboardId)).can).toMatchObject({ edit: true, remove: false, share: false });
    expect(await titles(elsewhere)).toEqual([]);
  });

  test('no share with users or enterprises that the caller does not know', async () => {
    const { as } = await testApp();
    const [owner, stranger] = [await as({ of: 'solvind' }), await as({ of: 'other' })];
    const { dashboardId } = await create(owner);
    const shares = [
      { kind: 'user', userId: stranger.userId as never, access: 'read' },
      { kind: 'enterprise', enterpriseId: 'other' as never, access: 'read' },
    ] as const;
    const refusal = await owner.refusal(dashboardEndpoints.share, { body: { dashboardId, shares: [...shares] } });
    expect(refusal).toMatchObject({ code: 'request.invalid', issues: [{ path: ['shares', 0] }, { path: ['shares', 1] }] });
    const body = { enterpriseId: 'other' as never, title: 'Theirs', source: { kind: 'empty' } as const };
    expect(await owner.refusal(dashboardEndpoints.create, { body })).toMatchObject({ status: 404 });
    expect(await stranger.refusal(dashboardEndpoints.shareTargets, { query: { enterpriseId: ENTERPRISE } })).toMatchObject({ status: 404 });
    const targets = await owner.call(dashboardEndpoints.shareTargets, { query: { enterpriseId: ENTERPRISE } });
    expect(targets.users.map(({ userId }) => userId)).toEqual([owner.userId]);
  });
});

describe('saving', () => {
  test('the second of two editors learns who was first, and nothing is overwritten', async () => {
    const { as } = await testApp();
    const [owner, other] = [await as({ of: 'solvind' }), await as({ of: 'solvind', role: 'analyst' })];
    const dashboard = await shareWith(owner, await create(owner), 'edit');
    await save(other, await get(other, dashboard.dashboardId), { title: 'Of the analyst' });
    const refusal = await owner.refusal(dashboardEndpoints.save, { body: { ...saveOf(dashboard), title: 'Of the owner' } });
    expect(refusal).toMatchObject({ status: 409, code: 'dashboards.changed', values: { changedBy: 'Test analyst' } });
    const { dashboardId, revision } = dashboard;
    expect(await owner.refusal(dashboardEndpoints.remove, { body: { dashboardId, seenRevision: revision.id } })).toMatchObject({
      status: 409,
    });
    const now = await get(owner, dashboardId);
    expect(now.title).toBe('Of the analyst');
    expect((await save(owner, now, { title: 'Both' })).title).toBe('Both');
  });

  test('all that is wrong with the widgets is reported at once', async () => {
    const { as } = await testApp();
    const owner = await as({ of: 'solvind' });
    const dashboard = await create(owner);
    const outside = { ...widget('same'), position: { x: 8, y: 0, w: 6, h: 2 } };
    const refusal = await owner.refusal(dashboardEndpoints.save, {
      body: { ...saveOf(dashboard), widgets: [widget('same'), outside, widget('c', { sites: ['elsewhere'] })] },
    });
    expect(refusal.issues.map(({ message }) => message)).toEqual([
      'Dashboard_Problem_WidgetId',
      'Dashboard_Problem_Position',
      'Configuration_Problem_DeviceUnknown',
    ]);
    expect(await owner.refusal(dashboardEndpoints.save, { body: { ...saveOf(dashboard), title: ' ' } })).toMatchObject({ status: 400 });
  });

  test('at most 60 widgets', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => widget(String(index)));
    expect(widgetProblems(many(60), [])).toEqual([]);
    expect(widgetProblems(many(61), [])).toMatchObject([{ message: 'Dashboard_Problem_Widgets', values: { count: 61, allowed: 60 } }]);
  });

  test('widgets that this version does not know, or that are newer, stay as they are', () => {
    const future = { ...widget('a', { any: [1] }, 'hologram'), version: 7 };
    expect(toNewest(future)).toBe(future);
    const newer = { ...widget('b', { any: 1 }), version: (WIDGET_TYPES.kpiTable?.version ?? 0) + 1 };
    expect(toNewest(newer)).toBe(newer);
  });
});

describe('devices out of the scope of a user', () => {
  async function twoSites({ given, as }: TestApp) {
    const own = await given.site({ enterpriseId: 'solvind' });
    const partner = await given.site({ enterpriseId: 'solvind', contractorEnterpriseIds: ['partner'] });
    const owner = await as({ of: 'solvind', isProvider: true });
    const editor = await as({ of: 'partner' });
    const widgets = [widget('a', { sites: [own.id, partner.id] }), widget('b', { devices: { of: 'fixed', ids: [own.segmentId] } })];
    const saved = await save(owner, await create(owner), {
      widgets,
      defaults: {
        period: { type: 'preset', selectedPreset: 'today' },
        devices: [own.segmentId, partner.segmentId],
        energyTypes: [],
        refreshMinutes: 5,
        groupBy: 'none',
      },
    });
    const shares = [{ kind: 'enterprise', enterpriseId: 'partner' as never, access: 'edit' }] as const;
    await owner.call(dashboardEndpoints.share, { body: { dashboardId: saved.dashboardId, shares: [...shares] } });
    return { own, partner, owner, editor, dashboardId: saved.dashboardId, widgets };
  }

  test('are left out of widgets, defaults, copies and files, and counted', async () => {
    const { own, partner, editor, dashboardId } = await twoSites(await testApp());
    const seen = await get(editor, dashboardId);
    expect(seen.widgets.map(fixedDevices)).toEqual([[partner.id], []]);
    expect(seen.defaults.devices).toEqual([partner.segmentId]);
    expect(seen.hiddenDevices).toBe(2);
    const source = { kind: 'copy', dashboardId } as const;
    const copy = await editor.call(dashboardEndpoints.create, { body: { enterpriseId: 'partner' as never, title: 'Copy', source } });
    expect(copy.hiddenDevices).toBe(0);
    const file = await editor.call(dashboardEndpoints.export, { query: { dashboardId } });
    for (const each of [seen, copy, file]) expect(JSON.stringify(each)).not.toContain(own.id);
  });

  test('stay in a dashboard that such a user saves', async () => {
    const { own, partner, owner, editor, dashboardId } = await twoSites(await testApp());
    const seen = await get(editor, dashboardId);
    await save(editor, seen, { title: 'Edited' });
    const kept = await get(owner, dashboardId);
    expect(kept).toMatchObject({ title: 'Edited', hiddenDevices: 0 });
    expect(kept.widgets.map(fixedDevices)).toEqual([[partner.id, own.id], [own.segmentId]]);
    expect(kept.defaults.devices).toEqual([partner.segmentId, own.segmentId]);
    await save(editor, await get(editor, dashboardId), { widgets: [widget('a', { devices: { of: 'page' } })] });
    expect((await get(owner, dashboardId)).widgets.map(({ settings }) => settings.devices)).toEqual([{ of: 'page' }]);
  });
});

describe('the list', () => {
  test('opened last first, by title, tag, favorite and search', async () => {
    const { as, setNow } = await testApp({ nowMs: 1_700_000_000_000 });
    const owner = await as({ of: 'solvind' });
    const [first, second, third] = [await create(owner, 'Alpha'), await create(owner, 'Beta'), await create(owner, 'Gamma')];
    await save(owner, first, { tags: ['wind', 'wind'], description: 'North coast' });
    await get(owner, second.dashboardId);
    setNow(1_700_000_001_000);
    await get(owner, third.dashboardId);
    expect(await titles(owner)).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(await titles(owner, { search: 'NORTH' })).toEqual(['Alpha']);
    expect(await titles(owner, { tag: 'wind' })).toEqual(['Alpha']);
    await owner.call(dashboardEndpoints.setFavorite, { body: { dashboardId: second.dashboardId, isFavorite: true } });
    expect(await titles(owner, { onlyFavorites: true })).toEqual(['Beta']);
    await owner.call(dashboardEndpoints.setFavorite, { body: { dashboardId: second.dashboardId, isFavorite: false } });
    expect(await titles(owner, { onlyFavorites: true })).toEqual([]);
    const { items, tags } = await owner.call(dashboardEndpoints.search, { body: {} });
    expect(tags).toEqual(['wind']);
    expect(items.filter(({ group }) => group === 'builtIn')).toHaveLength(BUILT_IN_DASHBOARDS.length);
  });
});

describe('home', () => {
  test('the choice of the user, else the default of the enterprise, else that of the product', async () => {
    const { as } = await testApp();
    const [admin, operator] = [await as({ of: 'solvind' }), await as({ of: 'solvind', role: 'operator' })];
    const home = async () => {
      const { dashboard, chosenBy } = await operator.call(dashboardEndpoints.home);
      return `${chosenBy} ${dashboard.title}`;
    };
    expect(await home()).toBe('product Home');
    const shared = await create(admin, 'Morning');
    const { dashboardId } = shared;
    const setDefault = { body: { enterpriseId: ENTERPRISE, dashboardId } };
    expect(await admin.refusal(dashboardEndpoints.setEnterpriseHome, setDefault)).toMatchObject({
      issues: [{ message: 'Dashboard_Problem_HomeNotShared' }],
    });
    expect((await shareWith(admin, shared, 'read')).can.setHomeOf).toEqual(['solvind']);
    expect(await operator.refusal(dashboardEndpoints.setEnterpriseHome, setDefault)).toMatchObject({ status: 403 });
    await admin.call(dashboardEndpoints.setEnterpriseHome, setDefault);
    expect(await home()).toBe('enterprise Morning');
    await operator.call(dashboardEndpoints.setHome, { body: { dashboardId: dashboardIdSchema.parse('builtin.battery') } });
    expect(await home()).toBe('user Battery');
    await operator.call(dashboardEndpoints.setHome, { body: { dashboardId: null } });
    expect(await home()).toBe('enterprise Morning');
    await admin.call(dashboardEndpoints.share, { body: { dashboardId, shares: [] } });
    expect(await home()).toBe('product Home');
  });

  test('what runs and what is late take the positions of what events cost, for users without the event log', async () => {
    const { as } = await testApp();
    const metricsOf = async (user: Awaited<ReturnType<typeof as>>) =>
      (await user.call(dashboardEndpoints.home)).dashboard.widgets
        .filter(({ type, position }) => type === 'keyMetric' && position.x < 6)
        .map(({ settings }) => settings.metric)
        .toSorted();
    expect(await metricsOf(await as({ of: 'solvind' }))).toEqual(['lostCostNow', 'openEvents', 'powerNow']);
    expect(await metricsOf(await as({ of: 'solvind', permissions: ['ReadDashboard'] }))).toEqual([
      'powerNow',
      'runningSites',
      'staleSites',
    ]);
  });

  test('an administrator sets no default for another enterprise', async () => {
    const { as, given } = await testApp();
    await given.enterprise({ id: 'other' });
    const admin = await as({ of: 'solvind' });
    const body = { enterpriseId: 'other' as never, dashboardId: dashboardIdSchema.parse('builtin.home') };
    expect(await admin.refusal(dashboardEndpoints.setEnterpriseHome, { body })).toMatchObject({ status: 404 });
  });
});

describe('templates', () => {
  test('what was made from a template shows its changes until it is given widgets of its own', async () => {
    const { as } = await testApp();
    const owner = await as({ of: 'solvind' });
    const template = await save(owner, await create(owner, 'Template'), {
      template: { energyTypes: ['PV'] },
      widgets: [widget('a')],
      defaults: { ...(await create(owner)).defaults, energyTypes: ['PV'] },
    });
    const source = { kind: 'template', dashboardId: template.dashboardId } as const;
    const made = await owner.call(dashboardEndpoints.create, { body: { enterpriseId: ENTERPRISE, title: 'Made', source } });
    expect(made).toMatchObject({ templateId: template.dashboardId, widgets: [{ id: 'a' }], template: null });
    expect(made.defaults.energyTypes).toEqual(['PV']);
    const changed = await save(owner, template, { widgets: [widget('a'), widget('b')] });
    const following = await save(owner, await get(owner, made.dashboardId), { title: 'Renamed', widgets: null as never });
    expect(following).toMatchObject({ title: 'Renamed', templateId: template.dashboardId, widgets: [{ id: 'a' }, { id: 'b' }] });
    const own = await save(owner, following, { widgets: [widget('c')] });
    expect(own).toMatchObject({ templateId: null, widgets: [{ id: 'c' }] });
    await save(owner, changed, { widgets: [] });
    expect((await get(owner, made.dashboardId)).widgets).toHaveLength(1);
  });

  test('what was made from a template keeps its widgets when the template is deleted', async () => {
    const { as } = await testApp();
    const owner = await as({ of: 'solvind' });
    const template = await save(owner, await create(owner), { template: { energyTypes: [] }, widgets: [widget('a')] });
    const source = { kind: 'template', dashboardId: template.dashboardId } as const;
    const made = await owner.call(dashboardEndpoints.create, { body: { enterpriseId: ENTERPRISE, title: 'Made', source } });
    await owner.call(dashboardEndpoints.remove, { body: { dashboardId: template.dashboardId } });
    expect(await get(owner, made.dashboardId)).toMatchObject({ templateId: null, widgets: [{ id: 'a' }] });
  });

  test('a dashboard that is no template gives the reason', async () => {
    const { as } = await testApp();
    const owner = await as({ of: 'solvind' });
    const source = { kind: 'template', dashboardId: (await create(owner)).dashboardId } as const;
    const refusal = await owner.refusal(dashboardEndpoints.create, { body: { enterpriseId: ENTERPRISE, title: 'Made', source } });
    expect(refusal).toMatchObject({ titleText: 'Dashboard generation failed', issues: [{ text: 'This dashboard is not a template' }] });
  });
});

describe('dashboards that come with the product', () => {
  test('are complete: every widget is known and has all its settings', () => {
    for (const { dashboardId, widgets } of BUILT_IN_DASHBOARDS) {
      expect(widgetProblems(widgets, [dashboardId])).toEqual([]);
      for (const each of widgets) expect(WIDGET_TYPES[each.type]?.read(each).status, `${dashboardId} ${each.id}`).toBe('complete');
    }
  });

  test('are read-only, need the permission of their page and can be duplicated', async () => {
    const { as } = await testApp();
    const admin = await as({ of: 'solvind' });
    const dashboardId = dashboardIdSchema.parse('builtin.fleet-overview');
    const overview = await get(admin, dashboardId);
    expect(overview).toMatchObject({ group: 'builtIn', titleKey: 'Route_fleet-overview', can: { edit: false, remove: false } });
    expect(await admin.refusal(dashboardEndpoints.save, { body: saveOf(overview) })).toMatchObject({ status: 403 });
    expect(await admin.refusal(dashboardEndpoints.remove, { body: { dashboardId } })).toMatchObject({ status: 403 });
    const source = { kind: 'copy', dashboardId } as const;
    const copy = await admin.call(dashboardEndpoints.create, { body: { enterpriseId: ENTERPRISE, title: 'My fleet', source } });
    expect(copy.widgets).toEqual(overview.widgets.map(toNewest));
    const reader = await as({ of: 'solvind', permissions: ['ReadDashboard'] });
    expect(await reader.refusal(dashboardEndpoints.get, { query: { dashboardId } })).toMatchObject({ status: 404 });
  });
});

describe('files', () => {
  async function reasons(user: TestClient, document: unknown): Promise<string[]> {
    const refusal = await user.refusal(dashboardEndpoints.import, { body: { enterpriseId: ENTERPRISE, document } });
    expect(refusal).toMatchObject({ status: 400, code: 'dashboards.generationFailed', titleText: 'Dashboard generation failed' });
    return refusal.issues.map(({ text }) => text ?? '');
  }

  test('an exported dashboard is the same when imported; unknown widgets are kept and named', async () => {
    const { as, given } = await testApp();
    const site = await given.site({ enterpriseId: 'solvind' });
    const owner = await as({ of: 'solvind' });
    const future = { ...widget('x', { spin: true }, 'hologram'), version: 3 };
    // A type that has a name and no picture yet is no stranger.
    const reserved = widget('y', { mine: true }, 'tasks');
    const widgets = [widget('a', { sites: [site.id] }), future, reserved];
    const { dashboardId } = await save(owner, await create(owner), { description: 'Text', tags: ['wind'], widgets });
    const document = await owner.call(dashboardEndpoints.export, { query: { dashboardId } });
    const { dashboard, warnings } = await owner.call(dashboardEndpoints.import, { body: { enterpriseId: ENTERPRISE, document } });
    expect(dashboard).toMatchObject({ title: 'Mine', description: 'Text', tags: ['wind'], widgets: widgets.map(toNewest) });
    expect(warnings).toMatchObject([{ message: 'Dashboard_Problem_UnknownWidget', values: { type: 'hologram', version: 3 } }]);
  });

  test('devices of another installation are left out, and the import says how many', async () => {
    const { as } = await testApp();
    const owner = await as({ of: 'solvind' });
    const document = { format: 'solvane.dashboard', version: 1, title: 'From afar', widgets: [widget('a', { sites: ['far-1', 'far-2'] })] };
    const { dashboard, warnings } = await owner.call(dashboardEndpoints.import, { body: { enterpriseId: ENTERPRISE, document } });
    expect(dashboard.widgets[0]?.settings.devices).toEqual({ of: 'fixed', ids: [] });
    expect(warnings).toMatchObject([{ level: 'warning', values: { count: 2 } }]);
  });

  test('a newer document, a newer widget and what is no dashboard are refused by name', async () => {
    const { as } = await testApp();
    const owner = await as({ of: 'solvind' });
    const document: DashboardDocument = {
      ...(await owner.call(dashboardEndpoints.export, { query: { dashboardId: dashboardIdSchema.parse('builtin.home') } })),
    };
    expect(await reasons(owner, { ...document, version: 2, widgets: 'of another form' })).toEqual([
      'The file has version 2. This version of Solvane reads version 1 and older.',
    ]);
    expect(await reasons(owner, { ...document, widgets: [{ ...widget('a'), version: 99 }] })).toEqual([
      'This widget needs a newer version of Solvane: kpiTable 99',
    ]);
    expect(await reasons(owner, { kind: 'something else' })).toEqual(['The file is not an exported dashboard']);
    expect(await reasons(owner, { ...document, title: '' })).toHaveLength(1);
    const before = await titles(owner);
    expect(before).toEqual([]);
  });

  test('a file above 1 MiB is refused', async () => {
    const { as } = await testApp();
    const owner = await as({ of: 'solvind' });
    const document = { format: 'solvane.dashboard', filler: 'x'.repeat(LIMITS.dashboardBytes + 2048) };
    expect(await owner.refusal(dashboardEndpoints.import, { body: { enterpriseId: ENTERPRISE, document } })).toMatchObject({ status: 413 });
  });
});

describe('images', () => {
  const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

  async function uploadedBy({ db, now }: TestApp['deps'], { userId }: TestClient): Promise<FileId> {
    const file = { userId: userId as never, purpose: 'image' as const, fileName: 'plan.png', contentType: 'image/png', expiresAtMs: null };
    return (await storeFile(db, file, [PNG], now())).fileId;
  }
  const imageOf = ({ widgets }: Dashboard) => widgets.map(({ settings }) => settings.fileId);

  test('are shown to those who may open a dashboard that has them, and to no others', async () => {
    const { as, deps } = await testApp();
    const [owner, reader, stranger] = [await as({ of: 'solvind' }), await as({ of: 'solvind', role: 'viewer' }), await as({ of: 'other' })];
    const fileId = await uploadedBy(deps, owner);
    const created = await create(owner);
    const params = { params: { fileId } };
    expect(await reader.refusal(fileEndpoints.download, params)).toMatchObject({ status: 404 });
    const saved = await save(owner, created, { widgets: [widget('a', { fileId, alt: 'Plan' }, 'image')] });
    expect(imageOf(saved)).toEqual([fileId]);
    await shareWith(owner, saved, 'read');
    const file = await reader.send(fileEndpoints.download, params);
    expect([file.rawPayload.equals(PNG), file.headers['x-content-type-options']]).toEqual([true, 'nosniff']);
    expect(await stranger.refusal(fileEndpoints.download, params)).toMatchObject({ status: 404 });
  });

  test('of others are not taken into a dashboard, and an editor keeps those that are there', async () => {
    const { as, deps } = await testApp();
    const [owner, editor] = [await as({ of: 'solvind' }), await as({ of: 'solvind', role: 'analyst' })];
    const fileId = await uploadedBy(deps, owner);
    const widgets = [widget('a', { fileId, alt: 'Plan' }, 'image')];
    const stolen = await save(editor, await create(editor), { widgets });
    expect(imageOf(stolen)).toEqual([null]);
    expect(await editor.refusal(fileEndpoints.download, { params: { fileId } })).toMatchObject({ status: 404 });
    const shared = await shareWith(owner, await save(owner, await create(owner), { widgets }), 'edit');
    expect(imageOf(await save(editor, await get(editor, shared.dashboardId), { title: 'Edited' }))).toEqual([fileId]);
  });
});
