/** The yardstick of `npm run bench`: a Remix page with nothing but rows. @type {import('@remix-run/dev').AppConfig} */
export default {
  cacheDirectory: '../../.cache/bare/compiler',
  serverBuildPath: '../../.cache/bare/index.js',
  assetsBuildDirectory: '../../.cache/bare/public',
  serverModuleFormat: 'esm',
  postcss: false,
  tailwind: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true,
  },
};
