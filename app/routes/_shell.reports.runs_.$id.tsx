import { useLoaderData } from '@remix-run/react';
import { RunComparison } from '../screens/snapshots/RunComparison.tsx';
import type { loadRun } from '../screens/snapshots/run-data.ts';
import { RunView } from '../screens/snapshots/RunView.tsx';

export { loadRun as loader } from '../screens/snapshots/run-data.ts';

export default function RunRoute() {
  const data = useLoaderData<typeof loadRun>();
  return data.screen === 'comparison' ? <RunComparison data={data} /> : <RunView data={data} />;
}
