// The tiers of npm test: what each needs, how long it takes at most on two quiet cores, and what it runs.
import { browser, charts, chartsAtHand, type Found, generated, page, servers } from './test-needs.ts'

export type Run = {
  /** Added to the tier's name. */
  name?: string
  env?: Record<string, string>
  needs?: (() => Promise<Found>)[]
  /** Of the project's files, those whose path contains one of these. */
  files?: string[]
  /** Seconds that this run may take; without it the tier's. One run's time is never taken from another's. */
  budget?: number
}
export type Tier = {
  name: string
  /** Seconds that each of its runs may take on the reference machine: one that takes longer is named, one that takes five times as long is ended. */
  budget: number
  needs: (() => Promise<Found>)[]
  /** A vitest project, or a script of our own that ends with `N passed, N failed`. */
  project?: string
  script?: string
  /** One after another, or together where they mostly wait. */
  runs?: Run[]
  together?: boolean
  /** Only when it is asked for. */
  long?: boolean
  /** By itself only where this says that what it needs is there already: to get it takes longer than all tiers may. */
  atHand?: () => boolean
}

export const tiers: Tier[] = [
  { name: 'check', budget: 90, needs: [generated], script: 'deploy/check.ts' },
  { name: 'features', budget: 300, needs: [generated], project: 'features' },
  { name: 'contracts', budget: 120, needs: [servers], project: 'contracts' },
  {
    name: 'flows',
    budget: 140,
    needs: [generated],
    project: 'flows',
    runs: [
      { name: 'one', budget: 110, env: { LYCEUM_WAY: 'one' } },
      { name: 'servers', budget: 140, env: { LYCEUM_WAY: 'servers' }, needs: [servers] },
    ],
  },
  // helm and kubeconform are built from their sources where they are not there yet
  { name: 'k8s', budget: 180, needs: [generated, charts], project: 'k8s', atHand: chartsAtHand },
  {
    name: 'pages',
    budget: 360,
    needs: [generated, page, browser],
    project: 'pages',
    runs: [
      { files: ['drafts', 'errors', 'first-reads', 'keyboard', 'layout', 'pseudo', 'routes'] },
      // seven tabs and five uploads are enough for one browser
      { name: 'connections', budget: 45, files: ['connections'] },
    ],
  },
  { name: 'gallery', budget: 300, needs: [generated, browser], project: 'gallery' },
  { name: 'e2e', budget: 300, needs: [generated, page, browser], project: 'e2e' },
  { name: 'e2e-servers', budget: 120, needs: [generated, page, servers, browser], project: 'e2e-servers' },
  {
    name: 'faults',
    budget: 240,
    needs: [generated, servers],
    project: 'faults',
    // the one process has nothing to do with the servers that fail meanwhile; most of the time is outage
    runs: [
      { name: 'one', files: ['one-process', 'shutdown'] },
      { name: 'servers', files: ['servers', 'kafka-away'] },
    ],
    together: true,
  },
  { name: 'operate', budget: 90, needs: [generated], project: 'operate' },
  {
    name: 'operate-servers',
    budget: 600,
    needs: [generated, servers],
    project: 'operate',
    runs: [{ env: { LYCEUM_LONG: '1' } }],
    long: true,
  },
  {
    name: 'web-full',
    budget: 7200,
    needs: [generated, page, browser],
    project: 'pages',
    runs: [{ env: { LYCEUM_WEB_FULL: '1' }, files: ['routes'] }],
    long: true,
  },
  {
    name: 'long',
    budget: 3600,
    needs: [generated, page, servers, browser],
    project: 'faults',
    runs: [{ env: { LYCEUM_LONG: '1' } }],
    long: true,
  },
]
