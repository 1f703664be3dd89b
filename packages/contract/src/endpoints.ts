import { annotationEndpoints } from './annotations.ts';
import { batteryStateEndpoints } from './battery-states.ts';
import { contractResultEndpoints } from './contract-results.ts';
import { contractEndpoints } from './contracts.ts';
import { dashboardEndpoints } from './dashboards.ts';
import { dataImportEndpoints } from './data-import.ts';
import { dataReportEndpoints } from './data-report.ts';
import { deviceStateEndpoints } from './device-states.ts';
import type { EndpointDefinition } from './endpoint.ts';
import { eventChoiceEndpoints } from './event-choices.ts';
import { eventCategorySetEndpoints, eventCodeSetEndpoints } from './event-codes.ts';
import {
  eventBulkEndpoints,
  eventCommandEndpoints,
  eventExportEndpoints,
  eventViewEndpoints,
  periodLockEndpoints,
  workOrderEndpoints,
} from './event-commands.ts';
import { eventLossSumEndpoints } from './event-loss-sums.ts';
import { eventLossEndpoints } from './event-losses.ts';
import { eventOverviewEndpoints } from './event-overview.ts';
import { eventEndpoints } from './events.ts';
import { deviceTreeEndpoints, metadataEndpoints, siteEndpoints } from './fleet.ts';
import { fleetImportEndpoints } from './fleet-import.ts';
import { formEndpoints } from './forms.ts';
import { formulaEndpoints } from './formulas.ts';
import { ingestEndpoints } from './ingest.ts';
import { invalidationEndpoints } from './invalidations.ts';
import { legacyToolEndpoints } from './legacy-tools.ts';
import { metricValueEndpoints } from './metric-values.ts';
import {
  budgetEndpoints,
  expectedCoefficientEndpoints,
  powerCurveEndpoints,
  referenceTurbineEndpoints,
  tariffEndpoints,
} from './models.ts';
import { performanceEndpoints } from './performance.ts';
import { plantCommandEndpoints, remoteResetEndpoints } from './plant-commands.ts';
import { qualityEndpoints } from './quality.ts';
import { qualityImpactEndpoints } from './quality-impact.ts';
import { studioViewEndpoints } from './saved-views.ts';
import {
  accountEndpoints,
  accountSettingsEndpoints,
  apiTokenEndpoints,
  ingestionKeyEndpoints,
  roleEndpoints,
  sessionEndpoints,
  viewKeyEndpoints,
} from './session.ts';
import { favoriteEndpoints, fileEndpoints, sharedUrlEndpoints } from './shell.ts';
import { signalAnalysisEndpoints } from './signal-analysis.ts';
import { signalEndpoints } from './signals.ts';
import { siteQualityEndpoints } from './site-quality.ts';
import { siteResultEndpoints } from './site-results.ts';
import { siteWeatherEndpoints } from './site-weather.ts';
import { studioOptionsEndpoints } from './studio-options.ts';
import { demoEndpoints, jobEndpoints, systemEndpoints } from './system.ts';
import { uploadEndpoints } from './uploads/uploads.ts';
import { widgetEndpoints } from './widgets/widget-data.ts';

/** Every endpoint of the product: the API documentation and the tests that ask each of them read this one list. */
export const ENDPOINTS = {
  session: sessionEndpoints,
  account: accountEndpoints,
  roles: roleEndpoints,
  accountSettings: accountSettingsEndpoints,
  apiTokens: apiTokenEndpoints,
  ingestionKeys: ingestionKeyEndpoints,
  viewKeys: viewKeyEndpoints,
  deviceTree: deviceTreeEndpoints,
  metadata: metadataEndpoints,
  sites: siteEndpoints,
  deviceStates: deviceStateEndpoints,
  batteryStates: batteryStateEndpoints,
  siteWeather: siteWeatherEndpoints,
  fleetImport: fleetImportEndpoints,
  favorites: favoriteEndpoints,
  sharedUrls: sharedUrlEndpoints,
  files: fileEndpoints,
  forms: formEndpoints,
  legacyTools: legacyToolEndpoints,
  events: eventEndpoints,
  eventCommands: eventCommandEndpoints,
  eventBulk: eventBulkEndpoints,
  eventChoices: eventChoiceEndpoints,
  eventLosses: eventLossEndpoints,
  eventLossSums: eventLossSumEndpoints,
  eventExports: eventExportEndpoints,
  eventOverview: eventOverviewEndpoints,
  eventViews: eventViewEndpoints,
  workOrders: workOrderEndpoints,
  remoteResets: remoteResetEndpoints,
  plantCommands: plantCommandEndpoints,
  periodLocks: periodLockEndpoints,
  metricValues: metricValueEndpoints,
  signals: signalEndpoints,
  studioViews: studioViewEndpoints,
  formulas: formulaEndpoints,
  signalAnalysis: signalAnalysisEndpoints,
  annotations: annotationEndpoints,
  studioOptions: studioOptionsEndpoints,
  ingest: ingestEndpoints,
  dataImport: dataImportEndpoints,
  dataReport: dataReportEndpoints,
  qualityConfigurations: qualityEndpoints,
  qualityImpact: qualityImpactEndpoints,
  siteQuality: siteQualityEndpoints,
  invalidations: invalidationEndpoints,
  powerCurves: powerCurveEndpoints,
  expectedCoefficients: expectedCoefficientEndpoints,
  budgets: budgetEndpoints,
  referenceTurbines: referenceTurbineEndpoints,
  tariffs: tariffEndpoints,
  eventCodeSets: eventCodeSetEndpoints,
  eventCategorySets: eventCategorySetEndpoints,
  contracts: contractEndpoints,
  contractResults: contractResultEndpoints,
  performance: performanceEndpoints,
  siteResults: siteResultEndpoints,
  system: systemEndpoints,
  uploads: uploadEndpoints,
  widgets: widgetEndpoints,
  dashboards: dashboardEndpoints,
  jobs: jobEndpoints,
  demo: demoEndpoints,
};

export interface NamedEndpoint {
  name: string;
  endpoint: EndpointDefinition;
}

export function listEndpoints(): NamedEndpoint[] {
  return Object.entries(ENDPOINTS).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([verb, definition]) => ({ name: `${group}.${verb}`, endpoint: definition as EndpointDefinition })),
  );
}
