import { useLoaderData } from '@remix-run/react';
import type { loadSchedule } from '../screens/snapshots/schedule-data.ts';
import { ScheduleForm } from '../screens/snapshots/ScheduleForm.tsx';
import { ScheduleView } from '../screens/snapshots/ScheduleView.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnSchedule as action } from '../screens/snapshots/act-on-schedule.ts';
export { loadSchedule as loader } from '../screens/snapshots/schedule-data.ts';

export default function ScheduleRoute() {
  const data = useLoaderData<typeof loadSchedule>();
  if (data.screen === 'view') return <ScheduleView data={data} />;
  return <ScheduleForm key={`${data.id} ${data.version} ${data.values.reportId}`} data={data} />;
}
