import { Navigate } from '@tanstack/react-router';
import type { PageName } from '../../shared/routing/page.ts';
import { useNavigation } from '../../shared/routing/use-pages.ts';
import { NoAccess } from '../pages/no-access.tsx';

/** A group has no page of its own: it leads to its first child that the user may see. */
export function FirstPermitted({ group }: { group: PageName }) {
  const first = useNavigation().find(({ page }) => page.name === group)?.children[0];
  return first ? <Navigate to={first.path} search={(previous) => previous} replace /> : <NoAccess />;
}
