// The last long run (`npm run test:long`), kept in docs/operate/long-run.md: its version, day, commit and counts. `npm run images` makes no release
// without one of the same minor version that passed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stack } from '../../deploy/stack/config.ts'

export type LongRun = { version: string; date: string; commit: string; tiers: { name: string; passed: number; failed: number }[] }

export const longRunFile = join(stack.root, 'docs/operate/long-run.md')
export const versionOf = (root: string): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

/** The commit that is checked out, and whether the tree is another than its. */
export function commitOf(root: string): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  return `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${git('status', '--porcelain') ? ' and changes beside it' : ''}`
}

/** The counts of each tier by its outcomes. A tier that was left out or could not begin has failed. */
export const tiersOf = (names: string[], outcomes: { label: string; passed: number; failed: number }[]): LongRun['tiers'] =>
  names.map((name) => {
    const { passed = 0, failed = 0 } = outcomes.find(({ label }) => label === name) ?? {}
    return { name, passed, failed: passed + failed === 0 ? 1 : failed }
  })

export function writeLongRun(file: string, { version, date, commit, tiers }: LongRun): void {
  const lines = tiers.map(({ name, passed, failed }) => `| ${name} | ${passed} | ${failed} |`)
  const text = `# The last long run

\`npm run test:long\` writes this page at its end; it is committed with the release. \`npm run images\` makes no release of another minor version, and none while a count below has failed.

Version ${version}, on ${date}, commit ${commit}.

| tier | passed | failed |
|---|---|---|
${lines.join('\n')}
`
  writeFileSync(file, text)
}

/** Undefined where there was none yet. */
export function readLongRun(file: string): LongRun | undefined {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, version = '', date = '', commit = ''] = /^Version (\S+), on (\S+), commit (.+)\.$/m.exec(text) ?? []
  const tiers = [...text.matchAll(/^\| ([\w-]+) \| (\d+) \| (\d+) \|$/gm)].map(([, name = '', passed, failed]) => ({
    name,
    passed: Number(passed),
    failed: Number(failed),
  }))
  return version && tiers.length > 0 ? { version, date, commit, tiers } : undefined
}

const minorOf = (version: string) => version.split('.').slice(0, 2).join('.')

/** The reason for which images of this release are not made. */
export function refusalOf(release: string, run: LongRun | undefined): string | undefined {
  if (!run) return `no release ${release}: there was no long run yet (npm run test:long)`
  if (minorOf(run.version) !== minorOf(release))
    return `no release ${release}: the last long run was of ${run.version}, on ${run.date} (npm run test:long)`
  const failed = run.tiers.filter((tier) => tier.failed > 0).map(({ name }) => name)
  return failed.length > 0 ? `no release ${release}: the long run of ${run.date} failed in ${failed.join(', ')}` : undefined
}
