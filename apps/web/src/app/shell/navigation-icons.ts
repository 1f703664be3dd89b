import {
  type Icon,
  IconActivity,
  IconBug,
  IconChartHistogram,
  IconChartLine,
  IconChecklist,
  IconClipboardData,
  IconDatabase,
  IconDoorEnter,
  IconHome,
  IconLayoutDashboard,
  IconListDetails,
  IconSettings,
} from '@tabler/icons-react';
import type { NavigationIcon } from '../../shared/routing/page.ts';

export const NAVIGATION_ICONS: Record<NavigationIcon, Icon> = {
  home: IconHome,
  dashboards: IconLayoutDashboard,
  'data-studio': IconChartLine,
  'event-log': IconListDetails,
  'onsite-access': IconDoorEnter,
  tasks: IconChecklist,
  report: IconClipboardData,
  'manage-data': IconDatabase,
  monitor: IconActivity,
  analyze: IconChartHistogram,
  configure: IconSettings,
  debug: IconBug,
};
