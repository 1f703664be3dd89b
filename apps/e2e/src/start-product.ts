import { startProduct } from '@solvane/testing/product';

/** One product with the small demo fleet serves all browser tests. Its address reaches them through the environment. */
export default async function startForAllTests(): Promise<() => Promise<void>> {
  const product = await startProduct({ demo: 'small' });
  process.env.SOLVANE_E2E_URL = product.baseUrl;
  return () => product.dispose();
}
