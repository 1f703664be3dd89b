import type { ReactNode } from 'react';

/** What every field is told. */
export interface FieldProps {
  id: string;
  label: string;
  description: ReactNode;
  /** Has to be filled in. */
  withAsterisk: boolean;
  error: ReactNode;
}
