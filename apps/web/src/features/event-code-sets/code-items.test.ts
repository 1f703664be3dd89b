import type { CodeAtLevels } from '@solvane/contract/event-codes';
import { describe, expect, test } from 'vitest';
import { codeRows, type StatedCode, statedCodes, toContent, toMappings, withFile } from './code-items.ts';
import type { Level } from './code-set-search.ts';

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

type Part = Partial<StatedCode>;

/** Rows of codes at a level with changes by code; null: removed. */
function rowsWith(codes: readonly CodeAtLevels[], changes: Record<string, Part | null>, level: Level) {
  const items = statedCodes(codes, level).flatMap((item) => {
    const change = changes[item.id];
    return change === null ? [] : [{ ...item, ...change }];
  });
  return codeRows(codes, items, level);
}

describe('codes of a set with changes', () => {
  test('show what the level states and what it hides', () => {
    const [row] = rowsWith([gearbox], {}, 'enterprise');
    expect(row).toMatchObject({ category: 'Icing stop', eventType: null, priority: '42', isChanged: false, isOverridden: true });
    expect(row?.below).toEqual({ category: 'Turbine fault', eventType: 'Downtime', priority: null });
    const [atSite] = rowsWith([gearbox], {}, 'site');
    expect(atSite).toMatchObject({ category: null, isOverridden: false, below: { category: 'Icing stop', priority: '42' } });
    expect(rowsWith([grid], {}, 'site')[0]?.automaticPriority).toBe(104);
  });

  test('are sent in full where they are reset or changed, and not where a change leads back to what is stored', () => {
    const rows = rowsWith(
      [gearbox, grid, own],
      { '301': { category: null, priority: '' }, '302': { eventType: 'Degraded' }, '871': { category: 'Icing stop' } },
      'enterprise',
    );
    expect(toMappings(rows)).toEqual([
      { code: '301', ...NOTHING },
      { code: '302', ...NOTHING, eventType: 'Degraded' },
    ]);
  });

  test.each(['1,5', '0', '10000', 'seven', '-3', '1e3'])('refuse %s as a priority', (priority) => {
    const rows = rowsWith([grid], { '302': { priority } }, 'site');
    expect(rows[0]?.problem).toBe('priorityWrong');
    expect(toMappings(rows)).toEqual([]);
  });

  test('need a type and a category where no level below has one', () => {
    const problemWith = (change: Part) => rowsWith([own], { '871': change }, 'enterprise')[0]?.problem;
    expect(problemWith({ eventType: null })).toBe('typeMissing');
    expect(problemWith({ category: null })).toBe('categoryMissing');
    expect(problemWith({ category: null, eventType: null })).toBeUndefined();
  });

  test('of the set itself are saved as a whole, without those taken out', () => {
    const added: StatedCode = { id: '999', description: 'Door', eventType: 'Warning', category: 'Notification', priority: '9' };
    const items = [added, ...statedCodes([grid], 'default')];
    const rows = codeRows([gearbox, grid], items, 'default');
    expect(rows.map(({ id, isNew, isRemoved }) => [id, isNew, isRemoved])).toEqual([
      ['999', true, false],
      ['301', false, true],
      ['302', false, false],
    ]);
    expect(toContent(items)).toEqual([
      { code: '999', description: 'Door', eventType: 'Warning', category: 'Notification', priority: 9 },
      { code: '302', description: 'Gearbox', eventType: 'Downtime', category: 'Turbine fault', priority: null },
    ]);
    expect(toMappings(rows)).toContainEqual({ code: '301', ...NOTHING });
  });

  test('take from a file what differs, and keep the rest', () => {
    const rows = [
      { code: '302', description: 'Grid lost', eventType: 'Downtime' as const, category: 'Grid outage', priority: 5 },
      { code: '500', description: 'New', eventType: null, category: null, priority: null },
    ];
    const items = withFile(statedCodes([gearbox, grid], 'default'), rows, 'default');
    expect(items).toMatchObject([
      { id: '301', description: 'Gearbox' },
      { id: '302', description: 'Grid lost', category: 'Grid outage', priority: '5' },
      { id: '500' },
    ]);
    expect(codeRows([gearbox, grid], items, 'default')[0]).toMatchObject({ id: '500', isNew: true, problem: 'typeMissing' });
    expect(withFile(statedCodes([grid], 'site'), rows, 'site')[0]?.description).toBe('Gearbox');
  });
});
