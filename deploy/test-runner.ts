// Runs tiers one after another, each in its own process, prints a line for each and keeps their times in test-results/times.json.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Found } from './test-needs.ts'
import { type Counted, judge, type Outcome, outcomeLine } from './test-outcome.ts'
import { runLimited } from './test-process.ts'
import { type Run, stagesOf, type Tier } from './test-tiers.ts'
import type { Limits } from './test-times.ts'

export type Running = {
  root: string
  env: NodeJS.ProcessEnv
  /** Folder of logs, reports and times. */
  results: string
  /** Factor of every limit, 1 or more. */
  slowness: number
  /** Measures the present slowness: a run that is too slow is judged by it when the machine has slowed down since the start. */
  measure: () => Promise<number>
  limitsOf: (label: string, slowness: number) => Limits
  /** Names of tiers; none: all that are neither long nor lacking their tools. */
  wanted: string[]
  /** Test files by tier: of these tiers only they run. */
  files?: ReadonlyMap<string, string[]>
  /** Arguments for vitest. */
  extra: string[]
  /** In CI no tier may be left out. */
  inCi: boolean
  say: (line: string) => void
  /** Seconds from SIGTERM to SIGKILL for a run that hangs. */
  grace?: number
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; message?: string; assertionResults: { status: string; fullName: string }[] }[]
}

export type Ran = { outcomes: Outcome[]; leftOut: string[] /** Runs that could not begin. */; broken: number }

/** Runs the requested tiers, stage by stage, and prints a line at the end of each run. */
export async function runTiers(tiers: Tier[], running: Running): Promise<Ran> {
  const { wanted, say, results, slowness } = running
  mkdirSync(results, { recursive: true })
  const ran: Ran = { outcomes: [], leftOut: [], broken: 0 }
  const count = (outcome: Outcome) => {
    ran.outcomes.push(outcome)
    say(outcomeLine(outcome))
    writeTimes(results, ran.outcomes, slowness)
  }
  const atHand = (tier: Tier) => {
    if (wanted.length > 0 || tier.atHand?.() !== false) return true
    ran.leftOut.push(`${tier.name}: its tools would have to be built first (npm test -- ${tier.name})`)
    return false
  }
  const chosen = tiers.filter(({ name, long }) => (wanted.length > 0 ? wanted.includes(name) : !long)).filter(atHand)
  for (const stage of stagesOf(chosen)) {
    // one after another: a second package manager would only wait for the first one's lock
    const prepared: Prepared[] = []
    for (const tier of stage) prepared.push(...(await prepare(tier, running, ran)))
    await Promise.all(
      stage.map(async (tier) => {
        const own = prepared.filter((one) => one.tier === tier)
        if (tier.together) for (const outcome of await Promise.all(own.map((one) => runOnce(one, running)))) count(outcome)
        else for (const one of own) count(await runOnce(one, running))
      }),
    )
  }
  // a test skipped in one way to run may have run in the other
  const names = new Set(ran.outcomes.flatMap((outcome) => outcome.ran))
  for (const { label, skipped } of ran.outcomes)
    ran.leftOut.push(...skipped.filter((name) => !names.has(name)).map((name) => `${label}: ${name}`))
  return ran
}

type Prepared = { tier: Tier; run: Run; env: Record<string, string>; files: string[] }

/** The runs of a tier whose needs are met; the others are counted in `ran`. */
async function prepare(tier: Tier, running: Running, ran: Ran): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  const only = running.files?.get(tier.name)
  for (const run of tier.runs ?? [{}]) {
    const files = only ? only.filter((file) => !run.files || run.files.some((part) => file.includes(part))) : (run.files ?? [])
    if (only && files.length === 0) continue
    const needs = await gather([...tier.needs, ...(run.needs ?? [])])
    if (!needs.missing && !needs.broken) {
      prepared.push({ tier, run, env: { ...needs.env, ...run.env }, files })
      continue
    }
    const reason = `${labelOf(tier, run)}: ${needs.broken || `could not get ${needs.missing}`}`
    // on a laptop a part may be left out, with a message; CI must run everything
    const fails = running.inCi || needs.broken !== ''
    if (fails) ran.broken++
    else ran.leftOut.push(reason)
    running.say(`${fails ? 'FAILED' : 'left out'} ${reason}`)
  }
  return prepared
}

/** The name of the run's logs and times. */
export const labelOf = (tier: Tier, run: Run) => (run.name ? `${tier.name}-${run.name}` : tier.name)

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

/** Runs with its output in a log; the log's end is shown after a failure. */
async function runOnce({ tier, run, env, files }: Prepared, running: Running): Promise<Outcome> {
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
        ...files,
        ...extra,
      ]
  const limits = running.limitsOf(label, slowness)
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
  const counted = tier.script ? fromLastLine(text) : fromReport(report)
  let outcome = judge(label, counted, ended, limits)
  if (outcome.pace === 'too slow')
    outcome = judge(label, counted, ended, running.limitsOf(label, Math.max(slowness, await running.measure())))
  const shown = inCi ? -400 : -150
  if (outcome.failed > 0) say(text.trim().split('\n').slice(shown).join('\n'))
  return outcome
}

function fromLastLine(text: string): Counted {
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(text.trim()) ?? []
  return { passed: Number(passed), failed: Number(failed), skipped: [], ran: [] }
}

/** A file that could not be loaded has no failed test, and counts as one. */
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

/** Called after each run, so that an interrupted one leaves its times too. */
function writeTimes(results: string, outcomes: Outcome[], slowness: number): void {
  const tenths = (seconds: number) => Math.round(seconds * 10) / 10
  const rows = outcomes.map(({ label, seconds, expected }) => ({
    label,
    seconds: tenths(seconds),
    ...(expected && { expected: tenths(expected) }),
    slowness,
  }))
  writeFileSync(join(results, 'times.json'), `${JSON.stringify(rows, null, 2)}\n`)
}
