import type { CodeAtLevels } from '@solvane/contract/event-codes';
import { describe, expect, test } from 'vitest';
import { codeRows, type Drafts, draftsFromFile, toContent, toSayings, withDraft } from './code-drafts.ts';

const NOTHING = { category: null, eventType: null, priority: null };
const gearbox: CodeAtLevels = {
  code: '301',
  description: 'Gearbox',
  default: { category: 'Turbine fault', eventType: 'Downtime', priority: null },
  enterprise: { ...NOTHING, category: 'Icing stop', priority: 42 },
  site: NOTHING,
  resolved: { category: 'Icing stop', eventType: 'Downtime', priority: 42 },
};
const grid: CodeAtLevels = {
  ...gearbox,
  code: '302',
  enterprise: NOTHING,
  resolved: { category: 'Turbine fault', eventType: 'Downtime', priority: 104 },
};
/** Explained by an enterprise only. */
const own: CodeAtLevels = {
  ...gearbox,
  code: '871',
  default: NOTHING,
  enterprise: { category: 'Icing stop', eventType: 'Downtime', priority: null },
};

const change = (drafts: Drafts, stored: CodeAtLevels, part: Parameters<typeof withDraft>[2], level: Parameters<typeof withDraft>[3]) =>
  withDraft(drafts, { code: stored.code, stored }, part, level);

describe('codes of a set with changes', () => {
  test('show what the level says and what it hides', () => {
    const [row] = codeRows([gearbox], {}, 'enterprise');
    expect(row?.category).toEqual({ stated: 'Icing stop', below: 'Turbine fault', isChanged: false });
    expect(row?.eventType).toEqual({ stated: null, below: 'Downtime', isChanged: false });
    expect(row?.priority).toEqual({ stated: '42', below: null, isChanged: false });
    expect(row?.isOverridden).toBe(true);
    const [atSite] = codeRows([gearbox], {}, 'site');
    expect(atSite?.category).toMatchObject({ stated: null, below: 'Icing stop' });
    expect(atSite?.isOverridden).toBe(false);
    expect(codeRows([grid], {}, 'site')[0]?.automaticPriority).toBe(104);
  });

  test('keep no change that leads back to what is saved', () => {
    const changed = change({}, gearbox, { category: 'Grid outage', priority: '7' }, 'enterprise');
    expect(changed).toEqual({ '301': { category: 'Grid outage', priority: '7' } });
    const back = change(changed, gearbox, { category: 'Icing stop' }, 'enterprise');
    expect(back).toEqual({ '301': { priority: '7' } });
    expect(change(back, gearbox, { priority: ' 42 ' }, 'enterprise')).toEqual({});
  });

  test('are sent in full where they are reset or changed', () => {
    const drafts = change(
      change({}, gearbox, { category: null, priority: '' }, 'enterprise'),
      grid,
      { eventType: 'Degraded' },
      'enterprise',
    );
    expect(toSayings(codeRows([gearbox, grid], drafts, 'enterprise'))).toEqual([
      { code: '301', ...NOTHING },
      { code: '302', ...NOTHING, eventType: 'Degraded' },
    ]);
  });

  test.each(['1,5', '0', '10000', 'seven', '-3', '1e3'])('refuse %s as a priority', (priority) => {
    const rows = codeRows([grid], change({}, grid, { priority }, 'site'), 'site');
    expect(rows[0]?.problem).toBe('priorityWrong');
    expect(toSayings(rows)).toEqual([]);
  });

  test('need a type and a category where no level below has one', () => {
    const withoutType = codeRows([own], change({}, own, { eventType: null }, 'enterprise'), 'enterprise');
    expect(withoutType[0]?.problem).toBe('typeMissing');
    const withoutCategory = codeRows([own], change({}, own, { category: null }, 'enterprise'), 'enterprise');
    expect(withoutCategory[0]?.problem).toBe('categoryMissing');
    const reset = change(change({}, own, { category: null }, 'enterprise'), own, { eventType: null }, 'enterprise');
    expect(codeRows([own], reset, 'enterprise')[0]?.problem).toBeUndefined();
  });

  test('of the set itself are saved as a whole, without those taken out', () => {
    const drafts: Drafts = {
      ...change({}, gearbox, { isRemoved: true }, 'default'),
      '999': { isNew: true, description: 'Door', eventType: 'Warning', category: 'Notification', priority: '9' },
    };
    const rows = codeRows([gearbox, grid], drafts, 'default');
    expect(rows.map(({ code }) => code)).toEqual(['999', '301', '302']);
    expect(toContent(rows)).toEqual([
      { code: '999', description: 'Door', eventType: 'Warning', category: 'Notification', priority: 9 },
      { code: '302', description: 'Gearbox', eventType: 'Downtime', category: 'Turbine fault', priority: null },
    ]);
    expect(toSayings(rows)).toContainEqual({ code: '301', ...NOTHING });
  });

  test('take from a file what differs, and know nothing of the rest', () => {
    const rows = [
      { code: '301', description: 'Gearbox', eventType: 'Downtime' as const, category: 'Turbine fault', priority: null },
      { code: '302', description: 'Grid lost', eventType: 'Downtime' as const, category: 'Grid outage', priority: 5 },
      { code: '500', description: 'New', eventType: null, category: null, priority: null },
    ];
    const drafts = draftsFromFile([gearbox, grid], rows, 'default');
    expect(Object.keys(drafts)).toEqual(['302', '500']);
    expect(drafts['302']).toEqual({ description: 'Grid lost', category: 'Grid outage', priority: '5' });
    expect(codeRows([gearbox, grid], drafts, 'default')[0]).toMatchObject({ code: '500', problem: 'typeMissing' });
  });
});
