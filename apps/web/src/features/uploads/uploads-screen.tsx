import { UploadKinds } from './upload-kinds.tsx';
import type { UploadSearch } from './upload-search.ts';
import { UploadWizard } from './upload-wizard.tsx';

interface UploadsScreenProps {
  search: UploadSearch;
  onSearch: (search: UploadSearch) => void;
}

/** Files that change models, budgets and values: what there is to upload, what was uploaded, and one upload step by step. */
export function UploadsScreen({ search, onSearch }: UploadsScreenProps) {
  const { kind } = search;
  if (!kind) return <UploadKinds onSearch={onSearch} />;
  return <UploadWizard key={kind} kind={kind} search={search} onSearch={onSearch} />;
}
