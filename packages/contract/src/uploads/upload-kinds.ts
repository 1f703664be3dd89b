/** What can be uploaded, in the order of the list. */
export const UPLOAD_KINDS = ['powerCurves', 'expectedCoefficients', 'budgets', 'referenceTurbines', 'manualData'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];
