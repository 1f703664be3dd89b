import type { Replacement } from '../signal-writer.ts';
import { blockOf } from '../sql/point-tables.ts';
import type { SignalDatabase } from '../sql/signal-database.ts';
import { assertReplaceable, replaceComputed } from './replace-computed.ts';

interface QueuedReplacement {
  replacement: Replacement;
  points: number;
  blocks: ReadonlySet<number>;
  resolve(): void;
  reject(error: unknown): void;
}

/** Days of a site that just go on; months are worth statements of their own. */
const FEW_POINTS = 500_000;
/** Of sites that are written together. */
const POINTS_TOGETHER = 2_000_000;

/**
 * Writes computed points. Sites that come while the engine is busy with others share its next statements: a statement costs as much as a thousand rows, and
 * a site that sent ten minutes brings three hundred.
 */
export class ComputedWriter {
  readonly #database: SignalDatabase;
  readonly #queue: QueuedReplacement[] = [];
  #isWriting = false;

  constructor(database: SignalDatabase) {
    this.#database = database;
  }

  /** Resolves when the points are on the disk. */
  async write(replacement: Replacement): Promise<void> {
    assertReplaceable(replacement);
    const { validated, derived } = replacement;
    const points = (validated?.points.series.length ?? 0) + (derived?.points.series.length ?? 0);
    if (points > FEW_POINTS) return replaceComputed(this.#database, [replacement]);
    const blocks = new Set([...(validated?.series ?? []), ...(derived?.series ?? [])].map(blockOf));
    await new Promise<void>((resolve, reject) => {
      this.#queue.push({ replacement, points, blocks, resolve, reject });
      if (!this.#isWriting) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWriting = true;
    // Whatever else comes in this turn of the loop travels along.
    await Promise.resolve();
    for (let together = this.#take(); together.length > 0; together = this.#take()) {
      await this.#write(together);
    }
    this.#isWriting = false;
  }

  async #write(together: readonly QueuedReplacement[]): Promise<void> {
    try {
      await replaceComputed(
        this.#database,
        together.map(({ replacement }) => replacement),
      );
      for (const { resolve } of together) resolve();
    } catch (error) {
      // A site that cannot be written must not keep the others: each is tried once more by itself, and compared with what is there by now.
      if (together.length > 1) for (const one of together) await this.#write([one]);
      else for (const { reject } of together) reject(error);
    }
  }

  /** Of one series only one replacement at a time: the second is compared with what the first one wrote. */
  #take(): QueuedReplacement[] {
    const taken: QueuedReplacement[] = [];
    const blocks = new Set<number>();
    for (let points = 0; points < POINTS_TOGETHER; ) {
      const [next] = this.#queue;
      if (!next || [...next.blocks].some((block) => blocks.has(block))) break;
      this.#queue.shift();
      for (const block of next.blocks) blocks.add(block);
      points += next.points;
      taken.push(next);
    }
    return taken;
  }
}
