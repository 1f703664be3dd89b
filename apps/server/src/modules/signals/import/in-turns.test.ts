import { describe, expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

describe('items with two halves', () => {
  test('overlap, one in each half, and do the second in order', async () => {
    const steps: string[] = [];
    const begun = new Map([1, 2, 3].map((item) => [item, Promise.withResolvers<void>()]));
    await inTurns([1, 2, 3], async (item, turn) => {
      steps.push(`read ${item}`);
      begun.get(item)?.resolve();
      await turn();
      steps.push(`write ${item}`);
      // Would wait without end if the next were not read meanwhile.
      await begun.get(item + 1)?.promise;
      steps.push(`wrote ${item}`);
    });
    expect(steps).toEqual(['read 1', 'write 1', 'read 2', 'wrote 1', 'write 2', 'read 3', 'wrote 2', 'write 3', 'wrote 3']);
  });

  test('that fail in the first half let those before them finish, and no other begin', async () => {
    const steps: string[] = [];
    const failed = Promise.withResolvers<void>();
    const all = inTurns([1, 2, 3], async (item, turn) => {
      if (item === 2) {
        failed.resolve();
        throw new Error('unreadable');
      }
      await turn();
      await failed.promise;
      steps.push(`wrote ${item}`);
    });
    await expect(all).rejects.toThrow('unreadable');
    expect(steps).toEqual(['wrote 1']);
  });

  test('that fail in the second half keep the next from its own, and are what is told', async () => {
    const steps: string[] = [];
    const begun = Promise.withResolvers<void>();
    const all = inTurns([1, 2, 3], async (item, turn) => {
      if (item === 2) begun.resolve();
      await turn();
      await begun.promise;
      if (item === 1) throw new Error('disk full');
      steps.push(`wrote ${item}`);
    });
    await expect(all).rejects.toThrow('disk full');
    expect(steps).toEqual([]);
  });

  test('that never wait for their turn still end behind those before them', async () => {
    const steps: string[] = [];
    const begun = Promise.withResolvers<void>();
    await inTurns(['slow', 'quick', 'last'], async (item, turn) => {
      if (item === 'quick') return begun.resolve();
      await turn();
      if (item === 'slow') await begun.promise;
      steps.push(item);
    });
    expect(steps).toEqual(['slow', 'last']);
  });
});
