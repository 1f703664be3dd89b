import { createFileRoute } from '@tanstack/react-router';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { WallboardScreen } from '../features/dashboards/wallboard-screen.tsx';
import { wallboardSearchSchema } from '../features/dashboards/wallboard-search.ts';

export const Route = createFileRoute('/wallboard')({
  staticData: {
    name: 'wallboard',
    title: 'Route_wallboard',
    parent: 'dashboards',
    permission: 'ReadDashboard',
  },
  validateSearch: wallboardSearchSchema,
  component: Wallboard,
});

function Wallboard() {
  return <WallboardScreen {...Route.useSearch()} library={WIDGETS} />;
}
