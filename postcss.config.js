// Optimised in development too: the compiler's CSS parser does not know nesting, which is lowered only then.
export default { plugins: { '@tailwindcss/postcss': { optimize: true } } };
