import type { MappingDraft, UploadedData } from '@solvane/contract/data-import';

/** What every part of the editor is given. */
export interface MappingPartProps {
  file: UploadedData;
  draft: MappingDraft;
  doubts: UploadedData['doubts'];
  onChange: (draft: MappingDraft, answered: readonly (string | number)[]) => void;
}
