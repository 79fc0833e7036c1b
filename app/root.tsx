import interFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { HOLD_EARLY } from './hold-early.server.ts';
import { useNonce } from './nonce.ts';
import { ErrorPage } from './ErrorPage.tsx';
import styles from './styles/app.css';
import paperStyles from './styles/paper.css';
import { NavigationProgress } from './ui/NavigationProgress.tsx';
import { ReloadOnChange } from './ui/ReloadOnChange.tsx';

export const links: LinksFunction = () => [
  { rel: 'preload', href: interFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: styles },
  { rel: 'stylesheet', href: paperStyles, media: 'print' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export async function loader({ context }: LoaderFunctionArgs) {
  const { cooperativeName } = context.portal.liveSettings.current();
  const { theme = 'system', keysOff } = context.staff ?? {};
  return { cooperativeName, theme, keys: keysOff && 'off', reloadOnChange: context.config.mode === 'development' };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.cooperativeName ?? 'Portal' }];

/** Without the attribute the style sheet follows the system's preference. */
const THEME_ATTRIBUTE = { system: undefined, light: 'cooperativa', dark: 'cooperativa-oscuro' } as const;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    <html lang="es-GT" data-theme={THEME_ATTRIBUTE[data?.theme ?? 'system']} data-keys={data?.keys}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The browser's bundle lacks this text: hydration keeps the server's as long as it gets some string. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: asText(HOLD_EARLY) }} />
        <Meta />
        <Links />
      </head>
      <body>
        <NavigationProgress />
        {children}
        {data?.reloadOnChange ? <ReloadOnChange /> : null}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

function asText(text: string | undefined): string {
  return text ?? '';
}

export default function App() {
  return <Outlet />;
}

/** Only for failures outside the shell (the sign-in pages, or the shell itself). */
export function ErrorBoundary() {
  return (
    <main className="mx-auto max-w-xl p-6">
      <ErrorPage />
    </main>
  );
}
