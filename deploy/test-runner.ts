// Runs tiers one after another, each in a process of its own, prints a line of each and keeps their times in test-results/times.json.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Found } from './test-needs.ts'
import { type Counted, judge, limitsOf, type Outcome, outcomeLine } from './test-outcome.ts'
import { runLimited } from './test-process.ts'
import type { Run, Tier } from './test-tiers.ts'

export type Running = {
  root: string
  env: NodeJS.ProcessEnv
  /** Folder of logs, reports and times. */
  results: string
  /** Factor of every limit, 1 or more. */
  slowness: number
  /** Names of tiers; none: all that are neither long nor need tools that are not there. */
  wanted: string[]
  /** Arguments for vitest. */
  extra: string[]
  /** In CI nothing may be left out. */
  inCi: boolean
  say: (line: string) => void
  /** Seconds from SIGTERM to SIGKILL for what hangs. */
  grace?: number
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; message?: string; assertionResults: { status: string; fullName: string }[] }[]
}

export type Ran = { outcomes: Outcome[]; leftOut: string[] /** Runs that could not begin. */; broken: number }

/** Runs the tiers that are wanted; says a line of each as it ends. */
export async function runTiers(tiers: Tier[], running: Running): Promise<Ran> {
  const { wanted, say, results, slowness } = running
  mkdirSync(results, { recursive: true })
  let broken = 0
  const leftOut: string[] = []
  const outcomes: Outcome[] = []
  const count = (outcome: Outcome) => {
    outcomes.push(outcome)
    say(outcomeLine(outcome))
    keepTimes(results, outcomes, slowness)
  }
  for (const tier of tiers.filter(({ name, long }) => (wanted.length > 0 ? wanted.includes(name) : !long))) {
    if (wanted.length === 0 && tier.atHand?.() === false) {
      leftOut.push(`${tier.name}: its tools would have to be built first (npm test -- ${tier.name})`)
      continue
    }
    const prepared: { run: Run; env: Record<string, string> }[] = []
    for (const run of tier.runs ?? [{}]) {
      const needs = await gather([...tier.needs, ...(run.needs ?? [])])
      if (!needs.missing && !needs.broken) {
        prepared.push({ run, env: { ...needs.env, ...run.env } })
        continue
      }
      const what = `${labelOf(tier, run)}: ${needs.broken || `could not get ${needs.missing}`}`
      // on somebody's laptop a part may be left out, said clearly; CI must see everything
      const fails = running.inCi || needs.broken !== ''
      if (fails) broken++
      else leftOut.push(what)
      say(`${fails ? 'FAILED' : 'left out'} ${what}`)
    }
    if (tier.together)
      for (const outcome of await Promise.all(prepared.map(({ run, env }) => runOnce(tier, run, env, running)))) count(outcome)
    else for (const { run, env } of prepared) count(await runOnce(tier, run, env, running))
  }
  // a test that one way to run has no use for may have run in the other
  const ran = new Set(outcomes.flatMap((outcome) => outcome.ran))
  for (const { label, skipped } of outcomes) leftOut.push(...skipped.filter((name) => !ran.has(name)).map((name) => `${label}: ${name}`))
  return { outcomes, leftOut, broken }
}

const labelOf = (tier: Tier, run: Run) => (run.name ? `${tier.name}-${run.name}` : tier.name)

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

/** Its output goes to a log; the end of it is shown where something failed. */
async function runOnce(tier: Tier, run: Run, env: Record<string, string>, running: Running): Promise<Outcome> {
  const { results, root, extra, slowness, inCi, say, grace } = running
  const label = labelOf(tier, run)
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
        ...(run.files ?? []),
        ...extra,
      ]
  const limits = limitsOf(run.budget ?? tier.budget, slowness)
  const log = join(results, `${label}.log`)
  const ended = await runLimited({
    args,
    cwd: root,
    env: { ...running.env, ...env, LYCEUM_TEST_SLOWNESS: String(slowness) },
    log,
    limit: limits.hang,
    ...(grace && { grace }),
  })
  const text = readFileSync(log, 'utf8')
  const outcome = judge(label, tier.script ? fromLastLine(text) : fromReport(report), ended, limits)
  const shown = inCi ? -400 : -150
  if (outcome.failed > 0) say(text.trim().split('\n').slice(shown).join('\n'))
  return outcome
}

function fromLastLine(text: string): Counted {
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(text.trim()) ?? []
  return { passed: Number(passed), failed: Number(failed), skipped: [], ran: [] }
}

/** A file that could not be loaded has no test that failed, and counts as one. */
function fromReport(file: string): Counted {
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
  }
}

/** Written after each tier, so that an interrupted run leaves its times too. */
function keepTimes(results: string, outcomes: Outcome[], slowness: number): void {
  const tenths = (seconds: number) => Math.round(seconds * 10) / 10
  const rows = outcomes.map(({ label, seconds, budget }) => ({ label, seconds: tenths(seconds), budget: tenths(budget), slowness }))
  writeFileSync(join(results, 'times.json'), `${JSON.stringify(rows, null, 2)}\n`)
}
