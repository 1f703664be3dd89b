import { startProduct } from '@solvane/testing/product';

/** Characters of the product's output that are shown when it ended by itself. */
const LAST_OUTPUT = 20_000;

/**
 * One product with the small demo fleet serves all browser tests. Its address and data folder reach them through the environment; where both are
 * given, the product that runs there is used and left running.
 */
export default async function startForAllTests(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SOLVANE_E2E_URL && process.env.SOLVANE_E2E_DATA) return undefined;
  const product = await startProduct({ demo: 'small' });
  process.env.SOLVANE_E2E_URL = product.baseUrl;
  process.env.SOLVANE_E2E_DATA = product.dataFolder;
  return async () => {
    const ending = product.ending();
    if (ending !== undefined) console.error(`The product ended with ${ending} during the tests:\n${product.output().slice(-LAST_OUTPUT)}`);
    await product.dispose();
  };
}
