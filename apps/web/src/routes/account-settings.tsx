import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../features/account/account-screen.tsx';

export const Route = createFileRoute('/account-settings')({
  staticData: {
    name: 'account',
    title: 'Route_account',
  },
  component: AccountScreen,
});
