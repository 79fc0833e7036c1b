import '@remix-run/server-runtime';

/** Types of `useLoaderData` and `useActionData` follow what single fetch (remix.config.js) really delivers. */
declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true;
  }
}
