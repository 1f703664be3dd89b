import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '../shared/states/coming-soon.tsx';

export const Route = createFileRoute('/event-log/')({
  staticData: {
    name: 'event-log',
    title: 'Route_event-log',
    navigation: { order: 40, icon: 'event-log' },
    permission: 'PageEventLogs',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  component: ComingSoon,
});
