import { CurveList } from './curve-list.tsx';
import { MeasuredScreen } from './measured-screen.tsx';
import type { ModelDataSearch } from './model-data-search.ts';
import { PowerCurveScreen } from './power-curve-screen.tsx';

interface ModelDataScreenProps {
  search: ModelDataSearch;
  onSearch: (search: ModelDataSearch, options?: { isNewPlace?: boolean }) => void;
}

/** Power curves: all of them, one that is open, or what turbines showed. */
export function ModelDataScreen({ search, onSearch }: ModelDataScreenProps) {
  if (search.curve !== undefined) return <PowerCurveScreen key={search.curve} curveId={search.curve} search={search} onSearch={onSearch} />;
  if (search.show === 'measured') return <MeasuredScreen search={search} onSearch={onSearch} />;
  return <CurveList onSearch={onSearch} />;
}
