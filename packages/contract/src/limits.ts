/** The product's numbers, each once. Those in the first block are the specification's; the second block it leaves open. */
export const LIMITS = {
  eventExportRows: 5_000,
  apiTokenHours: 24,
  sessionWarningMinutes: 15,
  sessionDialogSeconds: 2,
  toastSeconds: 5,
  toastMaxWidth: 500,
  sitesPerSegmentRequest: 30,
  sitesLoadedInParallel: 60,
  requestQueueDelayMs: 10,
  requestDedupeSize: 1_000,
  versionPollSeconds: 60,
  newVersionNoticeMinutes: 5,
  siteTreeCacheDays: 3,
  featuresCacheHours: 1,
  permissionsCacheHours: 1,
  favoritesCacheMinutes: 30,
  signalDefinitionsStaleHours: 1,
  signalDefinitionsKeptRecords: 100,
  signalValuesStaleMinutes: 1,
  signalValuesKeptRecords: 50,
  cacheTrimMinutes: 10,
  cacheTrimStorageShare: 0.9,
  sessionCacheDays: 2,
  cacheDatabaseVersion: 2,
  queryRetries: 2,
  columnAliasLength: 30,

  selectedDevices: 1_000,
  selectedSignals: 200,
  metadataDevices: 500,
  previewDays: 31,
  /** Devices of a preview of a formula. */
  previewDevices: 20,
  datapointsPerResponse: 2_000_000,
  /** Points that filters and formulas look at in one request. */
  nativePointsPerRequest: 6_000_000,
  eventsPerPage: 200,
  insightsPerPage: 50,
  reportColumns: 30,
  commentLength: 2_000,
  /** A view that is stored or shared, as JSON. */
  viewLength: 65_536,
  /** A shared link to a screen with all its devices. */
  sharedViewBytes: 256 * 1024,
  descriptionLength: 1_000,
  nameLength: 100,
  addressLength: 2_000,
  widgetsPerDashboard: 60,
  /** Of one dashboard as JSON. */
  dashboardBytes: 1024 * 1024,
  /** Of a list; more are found by searching. */
  listedDashboards: 500,
  tagsPerDashboard: 20,
  tagLength: 40,
  sharesPerDashboard: 200,
  /** Of one request for the data of a page. */
  widgetQueries: 500,
  widgetQueryTimeoutMs: 30_000,

  ingestJsonPoints: 500_000,
  ingestColumnarPoints: 5_000_000,
  /** Distinct ones that a body may name. */
  ingestSeries: 50_000,
  /** Of a body when it is unpacked: far more than its largest number of points needs. */
  ingestJsonBytes: 64 * 1024 * 1024,
  ingestTableBytes: 1024 * 1024 * 1024,
  /** Bodies that arrive, wait or are worked on, of all keys and of one. */
  ingestBodies: 256,
  ingestBodiesPerKey: 64,
  ingestFutureMinutes: 10,
  /** What providers foresee may lie so far ahead. */
  ingestForecastDays: 31,
  ingestRejectsKeptDays: 30,
  ingestRejectsKeptPerRequest: 500,
  /** Of a description of the fleet as YAML from a browser: some 25,000 devices, one line each. Comparing them holds the main thread for 0.2 s. */
  fleetYamlBytes: 1_500_000,
  uploadBytes: 20 * 1024 * 1024,
  jsonBodyBytes: 1024 * 1024,
  /** Lists and objects inside each other. */
  jsonDepth: 64,
  /** Objects, lists, numbers and texts, names of properties among them. */
  jsonBodyValues: 100_000,
  longListValues: 1_500_000,
  /** A body that arrives more slowly, over a window of so many seconds, is cut off. */
  bodyBytesPerSecond: 256,
  bodyRateWindowSeconds: 20,
  /** Lists of up to 100,000 ids or events. */
  longListBodyBytes: 16 * 1024 * 1024,
  anonymousRequestsPerMinute: 600,
  requestsPerMinute: 60_000,
} as const;

/** Widths and heights of the shell, in CSS pixels. */
export const PANES = {
  header: 56,
  device: { default: 300, min: 200, max: 600 },
  signals: { default: 300, min: 200, max: 600 },
  /** The specification names the pane without numbers: wide enough for two columns of fields, at most half of a common screen. */
  form: { default: 400, min: 320, max: 640 },
  details: { default: 800, min: 350, max: 800 },
  side: 280,
  deviceDropdownHeight: 400,
  siteSelectWidth: 500,
} as const;
