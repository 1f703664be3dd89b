import { startProduct } from '@solvane/testing/product';

/**
 * One product with the small demo fleet serves all browser tests. Its address and data folder reach them through the environment; where both are
 * given, the product that runs there is used and left running.
 */
export default async function startForAllTests(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SOLVANE_E2E_URL && process.env.SOLVANE_E2E_DATA) return undefined;
  const product = await startProduct({ demo: 'small' });
  process.env.SOLVANE_E2E_URL = product.baseUrl;
  process.env.SOLVANE_E2E_DATA = product.dataFolder;
  return () => product.dispose();
}
