import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { actOnReadModel, loadReadModel } from '../screens/settings/read-model-data.ts';
import { ReadModelView } from '../screens/settings/ReadModelView.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadReadModel(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnReadModel(args);
}

export default function ReadModelRoute() {
  return <ReadModelView data={useLoaderData<typeof loader>()} />;
}
