import { createFileRoute } from '@tanstack/react-router';
import { SiteQualityScreen } from '../features/site-quality/site-quality-screen.tsx';
import { siteQualitySearchSchema } from '../features/site-quality/site-quality-search.ts';

export const Route = createFileRoute('/analyze/siteQuality')({
  staticData: {
    name: 'siteQuality',
    title: 'Route_siteQuality',
    navigation: { order: 30 },
    permission: 'PageSiteQualityAnalyze',
    feature: 'siteQualityDashboard',
    devicePanel: true,
    datePicker: true,
    share: true,
  },
  validateSearch: siteQualitySearchSchema,
  component: SiteQuality,
});

function SiteQuality() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SiteQualityScreen
      search={search}
      onSearch={(next) => void navigate({ search: (before) => ({ ...before, ...next }), replace: true })}
    />
  );
}
