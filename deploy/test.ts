// npm test            every tier in order, each within its time, one line per tier; the last line is `N passed, N failed`
// npm test -- flows   one tier (or several); a tier's own arguments follow after ` -- `
// npm run test:long   what takes long: outages of a minute, large files, soak
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stack } from './stack/config.ts'
import { stopServers } from './stack/servers.ts'
import { type Found, ownServers } from './test-needs.ts'
import { type Run, type Tier, tiers } from './test-tiers.ts'

type Outcome = { passed: number; failed: number; skipped: string[]; ran: string[]; seconds: number; note?: string }

const results = join(stack.root, 'test-results')
const inCi = Boolean(stack.env.CI)

/** Runs it with its output in test-results/<label>.log; ends it, with all its children, when it is over its time by half. */
async function timed(
  label: string,
  args: string[],
  env: Record<string, string>,
  budget: number,
): Promise<{ code: number | null; seconds: number; log: string }> {
  const log = join(results, `${label}.log`)
  const out = openSync(log, 'w')
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: stack.root,
    env: { ...stack.env, ...env },
    stdio: ['ignore', out, out],
    detached: true,
  })
  const over = new AbortController()
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const late = sleep(budget * 1500, undefined, { signal: over.signal }).then(async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      process.kill(-(child.pid ?? 0), signal)
      await sleep(5000)
    }
  })
  late.catch(() => {})
  const stop = () => process.kill(-(child.pid ?? 0), 'SIGTERM')
  process.once('SIGINT', stop)
  const code = await ended
  process.off('SIGINT', stop)
  over.abort()
  return { code, seconds: (performance.now() - started) / 1000, log }
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; message?: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Vitest prints to test-results; what failed is shown. */
async function runOnce(tier: Tier, { name, files = [] }: Run, env: Record<string, string>): Promise<Outcome & { label: string }> {
  const label = name ? `${tier.name}-${name}` : tier.name
  const report = join(results, `${label}.json`)
  rmSync(report, { force: true })
  const args = tier.script
    ? [tier.script]
    : [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        tier.project ?? '',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...files,
        ...extra,
      ]
  const { code, seconds, log } = await timed(label, args, env, tier.budget)
  const outcome = tier.script ? fromLastLine(readFileSync(log, 'utf8')) : fromReport(report)
  // a file that could not be loaded, an error outside of a test, or a run that was ended counts as one failure
  if (outcome.failed === 0 && code !== 0) outcome.failed = 1
  if (outcome.passed + outcome.failed === 0) outcome.failed = 1
  if (seconds > tier.budget) {
    outcome.failed++
    outcome.note = `over its ${Math.round(tier.budget)} s`
  }
  if (outcome.failed > 0)
    console.log(
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .slice(inCi ? -400 : -150)
        .join('\n'),
    )
  return { ...outcome, seconds, label }
}

function fromLastLine(text: string) {
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(text.trim()) ?? []
  return {
    passed: Number(passed),
    failed: Number(failed),
    skipped: [] as string[],
    ran: [] as string[],
    note: undefined as string | undefined,
  }
}

function fromReport(file: string) {
  const none = { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  let report: Report = none
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {}
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const happened = ({ status }: { status: string }) => ['passed', 'failed'].includes(status)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: all.filter((test) => !happened(test)).map(({ fullName }) => fullName),
    ran: all.filter(happened).map(({ fullName }) => fullName),
    note: undefined as string | undefined,
  }
}

async function gather(needs: (() => Promise<Found>)[]) {
  const found: Found[] = []
  for (const need of needs) found.push(await need())
  const all = (of: 'missing' | 'broken') => found.flatMap((one) => one[of] ?? []).join('; ')
  return {
    env: Object.assign({}, ...found.map(({ env }) => env)) as Record<string, string>,
    missing: all('missing'),
    broken: all('broken'),
  }
}

const line = (label: string, { passed, failed, skipped, seconds, note }: Outcome) =>
  `${failed > 0 ? 'FAILED' : 'ok    '} ${label.padEnd(18)} ${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} left out` : ''} in ${Math.round(seconds)} s${note ? `, ${note}` : ''}`

const [wanted, extra] = split(process.argv.slice(2).filter((argument, at) => !(at === 0 && argument === '--')))
function split(given: string[]): [string[], string[]] {
  const at = given.indexOf('--')
  return at < 0 ? [given, []] : [given.slice(0, at), given.slice(at + 1)]
}
const unknown = wanted.find((name) => !tiers.some((tier) => tier.name === name))
if (unknown) {
  console.error(`there is no tier ${unknown}; there are ${tiers.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

mkdirSync(results, { recursive: true })
const total = { passed: 0, failed: 0 }
const leftOut: string[] = []
/** Tests that one way to run has no use for may run in the other. */
const skipped: { label: string; name: string }[] = []
const ran = new Set<string>()
for (const tier of tiers.filter(({ name, long }) => (wanted.length > 0 ? wanted.includes(name) : !long))) {
  if (wanted.length === 0 && tier.atHand?.() === false) {
    leftOut.push(`${tier.name}: its tools would have to be built first (npm test -- ${tier.name})`)
    continue
  }
  const prepared: { run: Run; env: Record<string, string> }[] = []
  for (const run of tier.runs ?? [{}]) prepared.push(...(await prepare(tier, run)))
  const began = performance.now()
  const left = () => tier.budget - (performance.now() - began) / 1000
  if (tier.together) for (const outcome of await Promise.all(prepared.map(({ run, env }) => runOnce(tier, run, env)))) count(outcome)
  else for (const { run, env } of prepared) count(await runOnce({ ...tier, budget: Math.max(0, left()) }, run, env))
}
if (ownServers()) await stopServers()
leftOut.push(...skipped.filter(({ name }) => !ran.has(name)).map(({ label, name }) => `${label}: ${name}`))
if (leftOut.length > 0) console.log(`left out: ${leftOut.join(' · ')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** Answers nothing when a need cannot be met, after saying so. */
async function prepare(tier: Tier, run: Run): Promise<{ run: Run; env: Record<string, string> }[]> {
  const { env, missing, broken } = await gather([...tier.needs, ...(run.needs ?? [])])
  if (!missing && !broken) return [{ run, env: { ...env, ...run.env } }]
  const what = `${tier.name}${run.name ? `-${run.name}` : ''}: ${broken || `could not get ${missing}`}`
  // on somebody's laptop a part may be left out, said clearly; CI must see everything
  const fails = inCi || broken !== ''
  if (fails) total.failed++
  else leftOut.push(what)
  console.log(`${fails ? 'FAILED' : 'left out'} ${what}`)
  return []
}

function count(outcome: Outcome & { label: string }) {
  const { label } = outcome
  total.passed += outcome.passed
  total.failed += outcome.failed
  skipped.push(...outcome.skipped.map((name) => ({ label, name })))
  for (const name of outcome.ran) ran.add(name)
  console.log(line(label, outcome))
}
