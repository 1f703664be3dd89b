import { z } from 'zod';

export type ErrorAction = 'none' | 'retry' | 'retryOnPage';

export interface ErrorEntry {
  status: number;
  title: string;
  message: string;
  action: ErrorAction;
}

const badRequest = {
  status: 400,
  title: 'Common_Error_BadRequest_Title',
  message: 'Common_Error_BadRequest_Message',
  action: 'retry',
} as const;
const notFound = { status: 404, title: 'Common_Error_NotFound_Title', message: 'Common_Error_NotFound_Message', action: 'none' } as const;

/** Every failure a user can be told about. Nothing else decides status, text or offered action. Page and app level always offer Home too. */
export const ERRORS = {
  'request.invalid': badRequest,
  'request.malformed': { ...badRequest, message: 'Common_Error_Malformed_Message' },
  'request.tooLarge': { status: 413, title: 'Common_Error_BadRequest_Title', message: 'Common_Error_TooLarge_Message', action: 'none' },
  'request.tooDeep': { ...badRequest, message: 'Common_Error_TooDeep_Message', action: 'none' },
  'request.unsupportedType': {
    status: 415,
    title: 'Common_Error_BadRequest_Title',
    message: 'Common_Error_UnsupportedType_Message',
    action: 'none',
  },
  'request.methodNotAllowed': {
    status: 405,
    title: 'Common_Error_BadRequest_Title',
    message: 'Common_Error_BadRequest_Message',
    action: 'none',
  },
  'request.unknownHost': {
    status: 421,
    title: 'Common_Error_UnknownHost_Title',
    message: 'Common_Error_UnknownHost_Message',
    action: 'none',
  },
  'request.timeout': { status: 408, title: 'Common_Error_BadRequest_Title', message: 'Common_Error_Timeout_Message', action: 'retry' },
  'request.tooSlow': { status: 408, title: 'Common_Error_BadRequest_Title', message: 'Common_Error_TooSlow_Message', action: 'retry' },
  'request.tooMany': { status: 429, title: 'Common_Error_TooMany_Title', message: 'Common_Error_TooMany_Message', action: 'retry' },
  'csrf.invalid': { status: 400, title: 'Common_Error_BadRequest_Title', message: 'Common_Error_Csrf_Message', action: 'retry' },
  'auth.required': { status: 401, title: 'Auth_Required_Title', message: 'Auth_Required_Message', action: 'none' },
  'auth.keyRequired': { status: 401, title: 'Auth_Key_Title', message: 'Auth_Key_Required', action: 'none' },
  'auth.keyInvalid': { status: 401, title: 'Auth_Key_Title', message: 'Auth_Key_Invalid', action: 'none' },
  'auth.failed': { status: 401, title: 'Auth_Login_Failed_Title', message: 'Auth_Login_Failed_Message', action: 'retry' },
  'auth.locked': { status: 429, title: 'Auth_Login_Locked_Title', message: 'Auth_Login_Locked_Message', action: 'none' },
  'auth.identityUnknown': {
    status: 401,
    title: 'Auth_Login_Failed_Title',
    message: 'Auth_Login_IdentityUnknown_Message',
    action: 'none',
  },
  'auth.providerUnavailable': {
    status: 503,
    title: 'Auth_Login_Failed_Title',
    message: 'Auth_Login_ProviderUnavailable_Message',
    action: 'retry',
  },
  'access.forbidden': {
    status: 403,
    title: 'Common_Error_Forbidden_Title',
    message: 'Common_Error_Forbidden_Message',
    action: 'retryOnPage',
  },
  'resource.notFound': notFound,
  'resource.conflict': { status: 409, title: 'Common_Error_Conflict_Title', message: 'Common_Error_Conflict_Message', action: 'retry' },
  'sharedUrl.invalid': { ...notFound, message: 'SharedUrl_Invalid_Url' },
  'fleet.noSitesAccess': {
    status: 403,
    title: 'Common_Error_NoSitesAccess_Title',
    message: 'Common_Error_Forbidden_Message',
    action: 'none',
  },
  'fleet.brokenTree': { status: 500, title: 'Common_Error_Title', message: 'Fleet_BrokenTree_Message', action: 'retry' },
  'fleet.invalidDescription': { ...badRequest, message: 'Fleet_Import_Invalid_Message' },
  'upload.failed': { status: 400, title: 'Upload_Failed_Title', message: 'Upload_Failed_Message', action: 'retry' },
  'signals.tooManyDevices': { status: 400, title: 'Signals_TooMany_Title', message: 'Signals_TooManyDevices_Message', action: 'none' },
  'signals.tooManySignals': { status: 400, title: 'Signals_TooMany_Title', message: 'Signals_TooManySignals_Message', action: 'none' },
  'signals.tooManyDatapoints': {
    status: 400,
    title: 'Signals_TooMany_Title',
    message: 'Signals_TooManyDatapoints_Message',
    action: 'none',
  },
  'signals.unavailable': { status: 503, title: 'Common_Error_Unavailable_Title', message: 'Signals_Unavailable_Message', action: 'retry' },
  'performance.tooManyDays': { ...badRequest, message: 'Performance_TooManyDays_Message', action: 'none' },
  'performance.previewFailed': {
    status: 422,
    title: 'Common_Error_Title',
    message: 'Performance_PreviewFailed_Message',
    action: 'none',
  },
  'ingest.tooManyPoints': { status: 413, title: 'Common_Error_BadRequest_Title', message: 'Ingest_TooManyPoints_Message', action: 'none' },
  'ingest.tooManySeries': { status: 413, title: 'Common_Error_BadRequest_Title', message: 'Ingest_TooManySeries_Message', action: 'none' },
  'ingest.busy': { status: 429, title: 'Common_Error_TooMany_Title', message: 'Ingest_Busy_Message', action: 'retry' },
  'events.notFound': { status: 404, title: 'EventLog_NotFound_Title', message: 'EventLog_NotFound_Message', action: 'none' },
  'events.changed': { status: 409, title: 'EventLog_Changed_Title', message: 'EventLog_Changed_Message', action: 'none' },
  'events.settled': { status: 409, title: 'EventLog_Settled_Title', message: 'EventLog_Settled_Message', action: 'none' },
  'events.mergeRejected': { status: 409, title: 'EventLog_Merge_Failed', message: 'EventLog_Merge_NotAllowed', action: 'none' },
  'events.splitRejected': { status: 400, title: 'EventLog_Split_Failed', message: 'EventLog_Split_Rejected', action: 'none' },
  'events.segmentsRejected': { status: 400, title: 'EventLog_Split_Failed', message: 'EventLog_Segments_Rejected', action: 'none' },
  'events.categoryNotInSet': {
    status: 400,
    title: 'EventLog_Categorize_Failed',
    message: 'EventLog_Categorize_NotInSet',
    action: 'none',
  },
  'events.codeNotInSet': { status: 400, title: 'EventLog_AssignCode_Failed', message: 'EventLog_AssignCode_NotInSet', action: 'none' },
  'events.commentTooLong': { status: 400, title: 'EventLog_Comment_Failed', message: 'EventLog_Comment_TooLong', action: 'none' },
  'events.rawNotFound': { status: 404, title: 'EventLog_RawEnd_Failed', message: 'EventLog_RawEnd_NotFound', action: 'none' },
  'events.rawEndNotAllowed': { status: 409, title: 'EventLog_RawEnd_Failed', message: 'EventLog_RawEnd_NotAllowed', action: 'none' },
  'events.rawEndBeforeStart': { status: 400, title: 'EventLog_RawEnd_Failed', message: 'EventLog_RawEnd_BeforeStart', action: 'none' },
  'events.rawEndInFuture': { status: 400, title: 'EventLog_RawEnd_Failed', message: 'EventLog_RawEnd_InFuture', action: 'none' },
  'events.createRejected': { status: 400, title: 'EventLog_Create_Failed', message: 'EventLog_Create_Rejected', action: 'none' },
  'events.undoRejected': { status: 409, title: 'EventLog_Undo_Failed', message: 'EventLog_Undo_Rejected', action: 'none' },
  'events.tooMany': { status: 400, title: 'EventLog_TooMany_Title', message: 'EventLog_TooMany_Message', action: 'none' },
  'events.exportTooLarge': { status: 400, title: 'EventLog_Export_TooLarge_Title', message: 'EventLog_Export_TooLarge', action: 'none' },
  'commands.resetFailed': { status: 409, title: 'RemoteReset_NotTaken', message: 'RemoteReset_Rejected', action: 'none' },
  'workOrders.createFailed': { status: 400, title: 'WorkOrder_Create_Failed', message: 'WorkOrder_Assignee_Unknown', action: 'none' },
  'workOrders.assignFailed': { status: 400, title: 'WorkOrder_Assign_Failed', message: 'WorkOrder_Assignee_Unknown', action: 'none' },
  'eventCategorySets.notFound': {
    status: 404,
    title: 'EventCategorySet_NotFound_Title',
    message: 'EventCategorySet_NotFound_Message',
    action: 'none',
  },
  'configuration.changed': {
    status: 409,
    title: 'Configuration_Changed_Title',
    message: 'Configuration_Changed_Message_save',
    action: 'none',
  },
  'dashboards.notFound': { ...notFound, title: 'EntityNotFound_dashboard' },
  'dashboards.changed': { status: 409, title: 'Configuration_Changed_Title', message: 'Dashboard_Changed_Message', action: 'none' },
  'dashboards.generationFailed': {
    status: 400,
    title: 'Dashboard_Generation_Failed',
    message: 'Dashboard_Generation_Failed_Message',
    action: 'none',
  },
  'storage.full': { status: 507, title: 'Common_Error_Storage_Title', message: 'Common_Error_Storage_Message', action: 'none' },
  'service.unavailable': {
    status: 503,
    title: 'Common_Error_Unavailable_Title',
    message: 'Common_Error_Unavailable_Message',
    action: 'retry',
  },
  internal: { status: 500, title: 'Common_Error_Title', message: 'Common_Error_Message', action: 'retry' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

/** A failure both sides know. `values` fill the message's placeholders; `detail` is for the log and never leaves the server. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly values: Record<string, string | number>;
  readonly issues: readonly Issue[];
  readonly detail: Record<string, unknown>;

  constructor(code: ErrorCode, { values = {}, issues = [], detail = {}, cause }: AppErrorOptions = {}) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
    this.values = values;
    this.issues = issues;
    this.detail = detail;
  }
}

export interface AppErrorOptions {
  values?: Record<string, string | number>;
  issues?: readonly Issue[];
  detail?: Record<string, unknown>;
  cause?: unknown;
}

/** What the user can mend: all of them are reported, never the first only. `message` is a key of the message catalogue. */
export const issueSchema = z.object({
  level: z.enum(['error', 'warning']),
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The message in English with its values, on the wire of failures: for clients without the catalogue. */
  text: z.string().optional(),
});
export type Issue = z.infer<typeof issueSchema>;

/** The body of every response from 400 up. */
export const errorBodySchema = z.object({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  title: z.string(),
  message: z.string(),
  /** Title and message in English with their values: for clients without the catalogue. */
  titleText: z.string(),
  messageText: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  issues: z.array(issueSchema),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
