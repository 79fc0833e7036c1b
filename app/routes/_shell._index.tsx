import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../context.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  requireMenu(staff, 'home');
  return { name: staff.name };
}

export default function HomeRoute() {
  const { name } = useLoaderData<typeof loader>();
  return <h1>Inicio · {name}</h1>;
}
