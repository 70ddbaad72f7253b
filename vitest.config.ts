import { defineConfig } from 'vitest/config'
import { scaled } from '@lyceum/kit/test/wait'
import { longOnly } from './tools/test/long-only.ts'
import { ownProcess } from './tools/test/own-process.ts'

// The tiers of docs/architecture.md. A tier is chosen by `--project`; `npm test` runs them as tools/test/test-tiers.ts says.
const ignored = ['**/node_modules/**', '**/generated/**', '**/dist/**']
const beside = ['kit', 'services', 'runtime', 'bff', 'web', 'deploy', 'tools', 'tests/spec', 'tests/attack'].map(
  (folder) => `${folder}/**/*.test.ts`,
)
/** Browser tests that need a product or a browser of their own, and those of the long run. */
const apart = [
  'tests/e2e/servers/**',
  'tests/e2e/connections.test.ts',
  ...(process.env.LYCEUM_LONG ? [] : longOnly.map((name) => `tests/e2e/${name}.test.ts`)),
]
const isolated = ownProcess(import.meta.dirname)
const postgres = './kit/src/test/postgres-setup.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    // files in the same order in every run, the largest first
    cache: false,
    testTimeout: scaled(60_000),
    hookTimeout: scaled(120_000),
    // only a failure takes so long: what is waited for is there within a second or two, also on a busy machine
    expect: { poll: { timeout: scaled(30_000) } },
    projects: [
      // rules and features: pure functions, and a service's routes over a real PostgreSQL. Loading a service takes longer than most files of
      // tests, so the files of a worker share its modules
      {
        extends: true,
        test: {
          name: 'features',
          include: beside,
          exclude: [...ignored, '**/*.contract.test.ts', ...isolated],
          globalSetup: postgres,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'features-isolated', include: isolated, exclude: ignored, globalSetup: postgres } },
      // each port's suite against both of its adapters: the stack must be up
      { extends: true, test: { name: 'contracts', include: ['**/*.contract.test.ts'], exclude: ignored, globalSetup: postgres } },
      {
        extends: true,
        test: {
          name: 'flows',
          // two files at once: each has a school of its own, and a product where it touches more than that
          include: ['tests/flows/**/*.test.ts'],
          isolate: false,
          testTimeout: scaled(180_000),
          globalSetup: './tests/flows/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...ignored, ...apart],
          // four files at once, and of some files two tests: a page waits more than it works. The files of a worker share its modules
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          maxConcurrency: 2,
          testTimeout: scaled(240_000),
          hookTimeout: scaled(300_000),
          globalSetup: './tests/e2e/setup.ts',
        },
      },
      // seven tabs and five uploads are enough for one browser
      {
        extends: true,
        test: {
          name: 'connections',
          include: ['tests/e2e/connections.test.ts'],
          testTimeout: scaled(180_000),
          globalSetup: './tests/e2e/setup.ts',
        },
      },
      // the chart as it is rendered, against schemas, the code's own settings and a running system's figures
      { extends: true, test: { name: 'k8s', include: ['tests/k8s/**/*.test.ts'] } },
      // the design system's components in a browser; it needs no product
      {
        extends: true,
        test: { name: 'gallery', include: ['tests/gallery/**/*.test.ts'], globalSetup: './tests/gallery/setup.ts' },
      },
      // what only a real store of another origin shows
      {
        extends: true,
        test: {
          name: 'e2e-servers',
          include: ['tests/e2e/servers/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: scaled(240_000),
          hookTimeout: scaled(300_000),
          globalSetup: './tests/e2e/servers/setup.ts',
        },
      },
      // what whoever operates an installation does with it: backups, restores
      {
        extends: true,
        test: {
          name: 'operate',
          include: ['tests/operate/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: scaled(process.env.LYCEUM_LONG ? 600_000 : 300_000),
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: scaled(400_000),
        },
      },
    ],
  },
})
