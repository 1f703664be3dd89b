import { createFileRoute } from '@tanstack/react-router';
import { WIDGETS } from '../app/widgets/widget-library.ts';
import { HomeScreen } from '../features/home/home-screen.tsx';

export const Route = createFileRoute('/')({
  staticData: {
    name: 'home',
    title: 'Route_home',
    navigation: { order: 10, icon: 'home' },
    permission: 'ReadDashboard',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  component: () => <HomeScreen library={WIDGETS} />,
});
