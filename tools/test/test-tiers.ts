// The tiers of npm test: their needs, their tests, and the tiers that run beside them. Their times: tools/test/test-times.json.
import { browser, charts, chartsAtHand, compiled, type Availability, generated, page, servers } from './test-needs.ts'

export type Run = {
  /** Suffix of the tier's name. */
  name?: string
  env?: Record<string, string>
  needs?: (() => Promise<Availability>)[]
  /** Parts of paths: only these files of the project run. */
  files?: string[]
}
export type Tier = {
  name: string
  needs: (() => Promise<Availability>)[]
  /** A vitest project, several by a pattern, or a script of ours whose last line is `N passed, N failed`. */
  project?: string
  script?: string
  /** Runs of the tier: one after another, or `together` where they mostly wait. */
  runs?: Run[]
  together?: boolean
  /** An earlier tier that runs at the same time, if both run: one waits while the other computes, or neither keeps a core busy. */
  beside?: string
  /** Runs only by name, as in `npm run test:long` and `npm run test:web:full`. */
  long?: boolean
  /** False: its tools are not on the machine, and installing them takes longer than all tiers may. The tier then runs only by name. */
  atHand?: () => boolean
}

/** Flows whose path through the system differs on servers. The others are calls through ports whose contract suites cover both ways to run. */
const differOnServers = ['doctor', 'erase', 'grants', 'main-job', 'read-your-writes', 'traces'].map((name) => `flows/${name}.test`)

export const tiers: Tier[] = [
  { name: 'check', needs: [generated], script: 'tools/check/check.ts' },
  { name: 'features', needs: [generated], project: 'features*' },
  {
    name: 'faults',
    needs: [generated, compiled, servers],
    project: 'faults',
    // one process does not use the servers that fail meanwhile; most of the time is outage
    runs: [
      { name: 'one', files: ['one-process', 'shutdown', 'database-crash'] },
      { name: 'servers', files: ['servers', 'kafka-away'] },
    ],
    together: true,
    beside: 'features',
  },
  { name: 'flows', needs: [generated, compiled], project: 'flows', runs: [{ env: { LYCEUM_WAY: 'one' } }] },
  { name: 'contracts', needs: [servers], project: 'contracts', beside: 'flows' },
  { name: 'operate', needs: [generated, compiled], project: 'operate', beside: 'flows' },
  { name: 'gallery', needs: [generated, browser], project: 'gallery' },
  {
    name: 'flows-servers',
    needs: [generated, compiled, servers],
    project: 'flows',
    runs: [{ env: { LYCEUM_WAY: 'servers' }, files: differOnServers }],
    beside: 'gallery',
  },
  // helm and kubeconform are built from source where they are not available
  { name: 'k8s', needs: [generated, charts], project: 'k8s', atHand: chartsAtHand, beside: 'gallery' },
  { name: 'e2e', needs: [generated, compiled, page, browser], project: 'e2e' },
  { name: 'e2e-servers', needs: [generated, compiled, page, servers, browser], project: 'e2e-servers', beside: 'e2e' },
  {
    name: 'connections',
    needs: [generated, compiled, page, browser],
    project: 'connections',
    runs: [{ env: { LYCEUM_DEMO: 'false' } }],
    beside: 'gallery',
  },
  {
    name: 'operate-long',
    needs: [generated, compiled, servers],
    project: 'operate',
    runs: [{ env: { LYCEUM_LONG: '1' } }],
    long: true,
  },
  {
    name: 'faults-long',
    needs: [generated, compiled, page, servers, browser],
    project: 'faults',
    runs: [{ env: { LYCEUM_LONG: '1' } }],
    long: true,
  },
  {
    name: 'flows-servers-long',
    needs: [generated, compiled, servers],
    project: 'flows',
    runs: [{ env: { LYCEUM_WAY: 'servers' } }],
    long: true,
  },
  {
    name: 'e2e-long',
    needs: [generated, compiled, page, browser],
    project: 'e2e',
    runs: [{ env: { LYCEUM_LONG: '1' } }],
    long: true,
  },
  { name: 'gallery-long', needs: [generated, browser], project: 'gallery', runs: [{ env: { LYCEUM_LONG: '1' } }], long: true },
  {
    name: 'web-full',
    needs: [generated, compiled, page, browser],
    project: 'e2e',
    runs: [{ env: { LYCEUM_WEB_FULL: '1' }, files: ['e2e/routes.test'] }],
    long: true,
  },
]

/** Tiers that run at the same time, one list after another. */
export function stagesOf(tiers: Tier[]): Tier[][] {
  const stages: Tier[][] = []
  for (const tier of tiers) {
    const beside = stages.find((stage) => stage.some(({ name }) => name === tier.beside))
    if (beside) beside.push(tier)
    else stages.push([tier])
  }
  return stages
}
