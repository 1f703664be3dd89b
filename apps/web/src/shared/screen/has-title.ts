import { createContext } from 'react';

/** There is a page title above: what stands below is no second one. */
export const HasTitle = createContext(false);
