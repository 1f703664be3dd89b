import { createFileRoute } from '@tanstack/react-router';
import { uploadSearchSchema } from '../features/uploads/upload-search.ts';
import { UploadsScreen } from '../features/uploads/uploads-screen.tsx';

export const Route = createFileRoute('/manage-data/data-upload')({
  staticData: {
    name: 'data-upload',
    title: 'Route_data-upload',
    navigation: { order: 30 },
    permission: 'PageDataUpload',
    feature: 'dataUpload',
  },
  validateSearch: uploadSearchSchema,
  component: DataUpload,
});

function DataUpload() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <UploadsScreen search={search} onSearch={(next) => void navigate({ search: next })} />;
}
