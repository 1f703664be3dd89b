import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/analyze')({
  staticData: { name: 'analyze', title: 'Route_analyze', navigation: { order: 130, icon: 'analyze' } },
});
