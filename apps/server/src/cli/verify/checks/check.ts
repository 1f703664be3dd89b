import type { Outcome } from '../compare.ts';
import type { DataSet } from '../data-set.ts';
import type { ImportedFile } from '../import-set.ts';
import type { Product } from '../product.ts';

export interface CheckContext {
  set: DataSet;
  /** Holds the set, imported and computed. */
  product: Product;
  imports: readonly ImportedFile[];
}

/** Finds our value for one check of a set. */
export type Check = (context: CheckContext) => Outcome | Promise<Outcome>;

/** Checks by their id without the name of the set. */
export type Checks = Readonly<Record<string, Check>>;
