/**
 * Works on items that have two halves, of which the second is only ever done for one at a time and in the given order: while an item does its second half,
 * the next one does its first. An item begins its second half by waiting for its turn.
 *
 * Behind one that fails no other gets its turn. Nothing is under way any more when this ends, one way or the other, and of several failures it is the
 * one of the first item that is told.
 */
export async function inTurns<T>(items: readonly T[], work: (item: T, turn: () => Promise<void>) => Promise<void>): Promise<void> {
  let last = Promise.resolve();
  for (const item of items) {
    const before = last;
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    last = settleBehind(
      before,
      work(item, () => before.then(take)),
    );
    await Promise.race([taken, last]);
  }
  await last;
}

async function settleBehind(before: Promise<void>, work: Promise<void>): Promise<void> {
  try {
    await work;
  } finally {
    // Its failure takes the place of ours.
    await before;
  }
}
