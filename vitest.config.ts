// Owns: how vitest runs: which files, how long a test may take on a slow machine, what never counts as a test.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Node itself loads the files, with the types blanked out: vite's own loader moves lines, and designs hold the lines they were written in.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', new URL('./test/support/blank-types.js', import.meta.url).href],
    include: ['test/**/*.test.ts'],
    // Tests never depend on wall time; this only ends one that hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores are the reference machine, and some tests start compilers: more files at once only make them wait for each other.
    maxWorkers: 2,
    // Nothing happens on import and no test leaves state behind, so files may share a process, and the sources are loaded once.
    isolate: false,
    // A count that hides a forgotten `.only` would be a lie.
    allowOnly: false,
  },
})
