// Runs tiers one after another, each in its own process, prints a line for each and keeps their times in test-results/times.json. Files with a
// failed test run once more at the end, alone.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Availability } from './test-needs.ts'
import { type Counted, type Failed, judge, type Outcome, outcomeLine } from './test-outcome.ts'
import { runLimited } from './test-process.ts'
import { type Run, stagesOf, type Tier } from './test-tiers.ts'
import type { Limits } from './test-times.ts'
import { mostUnsteadyFiles, readKnown, writeUnsteady } from './unsteady.ts'

export type Running = {
  root: string
  env: NodeJS.ProcessEnv
  /** Folder of logs, reports and times. */
  results: string
  /** Factors of limits, 1 or more: that of waiting in tests at the start, and that of processor seconds. */
  slowness: number
  processorSlowness: number
  /** Follows the machine: measures it anew at each stage, and lets the tests read the present factor of waiting while they run. */
  pace: Pace
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

/** The file in which tests read the present slowness. `stage` measures it with nothing beside; then it is looked at every 30 s until `stop`. */
export type Pace = { file: string; stage(): Promise<number>; stop(): void }

export type Ran = {
  outcomes: Outcome[]
  leftOut: string[]
  /** Runs that could not begin. */
  broken: number
  /** Tests that failed, and passed when their file ran once more, alone. */
  unsteady: Failed[]
}

/** Runs the requested tiers, stage by stage, and prints a line at the end of each run. */
export async function runTiers(tiers: Tier[], running: Running): Promise<Ran> {
  const { wanted, say, results, slowness } = running
  mkdirSync(results, { recursive: true })
  const ran: Ran = { outcomes: [], leftOut: [], broken: 0, unsteady: [] }
  const again: { one: Prepared; outcome: Outcome }[] = []
  const count = (one: Prepared, outcome: Outcome) => {
    ran.outcomes.push(outcome)
    if (outcome.failures?.length) again.push({ one, outcome })
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
    await running.pace.stage()
    await Promise.all(
      stage.map(async (tier) => {
        const own = prepared.filter((one) => one.tier === tier)
        const runThem = async (one: Prepared) => count(one, await runOnce(one, running))
        if (tier.together) await Promise.all(own.map(runThem))
        else for (const one of own) await runThem(one)
      }),
    )
  }
  for (const { one, outcome } of again) ran.unsteady.push(...(await runAgain(one, outcome, running)))
  running.pace.stop()
  writeUnsteady(results, ran.unsteady, readKnown())
  const unsteadyFiles = new Set(ran.unsteady.map(({ file }) => file)).size
  if (unsteadyFiles > mostUnsteadyFiles) {
    say(`FAILED more than ${mostUnsteadyFiles} files with unsteady tests: ${unsteadyFiles}`)
    ran.broken++
  }
  // a test skipped in one way to run may have run in the other
  const names = new Set(ran.outcomes.flatMap((outcome) => outcome.ran))
  for (const { label, skipped } of ran.outcomes)
    ran.leftOut.push(...skipped.filter((name) => !names.has(name)).map((name) => `${label}: ${name}`))
  return ran
}

type Prepared = { tier: Tier; run: Run; env: Record<string, string>; files: string[]; again?: boolean }

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

async function gather(needs: (() => Promise<Availability>)[]) {
  const found: Availability[] = []
  for (const need of needs) found.push(await need())
  const all = (of: 'missing' | 'broken') => found.flatMap((one) => one[of] ?? []).join('; ')
  return {
    env: Object.assign({}, ...found.map(({ env }) => env)) as Record<string, string>,
    missing: all('missing'),
    broken: all('broken'),
  }
}

/**
 * Runs the files of failed tests once more, with nothing beside them: what passes counts as passed, what fails again has failed. Answers the tests
 * that failed only once. A run that hung or was too slow stays failed.
 */
async function runAgain(one: Prepared, outcome: Outcome, running: Running): Promise<Failed[]> {
  const failures = outcome.failures ?? []
  const files = [...new Set(failures.map(({ file }) => file))]
  running.say(`again, alone: ${files.join(' ')}`)
  await running.pace.stage()
  const second = await runOnce({ ...one, files, again: true }, running)
  const failedTwice = new Set(second.failures?.map(({ file }) => file))
  const allRan = second.passed > 0 || second.failed > 0
  const unsteady = allRan && second.failed === (second.failures?.length ?? 0) ? failures.filter(({ file }) => !failedTwice.has(file)) : []
  outcome.failed -= unsteady.length
  outcome.passed += unsteady.filter(({ title }) => title !== '' && title !== outsideOfTests).length
  running.say(outcomeLine(outcome))
  return unsteady
}

/** Runs with its output in a log; the log's end is shown after a failure. */
async function runOnce({ tier, run, env, files, again = false }: Prepared, running: Running): Promise<Outcome> {
  const { results, root, extra, slowness, inCi, say, grace } = running
  const label = labelOf(tier, run) + (again ? '-again' : '')
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
  const limits = running.limitsOf(label, running.processorSlowness)
  const log = join(results, `${label}.log`)
  const ended = await runLimited({
    args,
    cwd: root,
    env: { ...running.env, ...env, LYCEUM_TEST_SLOWNESS: String(slowness), LYCEUM_TEST_SLOWNESS_FILE: running.pace.file },
    log,
    patience: limits.patience,
    ...(grace && { grace }),
  })
  const text = readFileSync(log, 'utf8')
  const counted = tier.script ? fromLastLine(text) : withErrorsOutside(fromReport(report, root), text, ended.code)
  const outcome = judge(label, counted, ended, limits)
  const shown = inCi ? -400 : -150
  if (outcome.failed > 0) say(text.trim().split('\n').slice(shown).join('\n'))
  return outcome
}

function fromLastLine(text: string): Counted {
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(text.trim()) ?? []
  return { passed: Number(passed), failed: Number(failed), skipped: [], ran: [] }
}

const outsideOfTests = 'an error outside of its tests'
/** The files in which vitest caught errors that no test expected: they end a run whose tests have all passed, and no report has them. */
function withErrorsOutside(counted: Counted, text: string, code: number | null): Counted {
  if (code === 0 || counted.failed > 0) return counted
  const files = new Set(
    [...stripVTControlCharacters(text).matchAll(/error originated in "([^"]+)" test file/g)].map(([, file = '']) => file),
  )
  return { ...counted, failed: files.size, failures: [...files].map((file) => ({ file, title: outsideOfTests })) }
}

/** A file that could not be loaded has no failed test, and counts as one. */
function fromReport(file: string, root: string): Counted {
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
    failures: report.testResults.flatMap(({ name, assertionResults }) => {
      const path = relative(root, name)
      const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => ({ file: path, title: fullName }))
      return failed.length > 0 || !broken.some((one) => one.name === name) ? failed : [{ file: path, title: '' }]
    }),
  }
}

/** Called after each run, so that an interrupted one leaves its times too. */
function writeTimes(results: string, outcomes: Outcome[], slowness: number): void {
  const tenths = (seconds: number) => Math.round(seconds * 10) / 10
  const rows = outcomes.map(({ label, seconds, processor, expected }) => ({
    label,
    seconds: tenths(seconds),
    ...(processor !== undefined && { processor: tenths(processor) }),
    ...(expected && { expected: tenths(expected) }),
    slowness,
  }))
  writeFileSync(join(results, 'times.json'), `${JSON.stringify(rows, null, 2)}\n`)
}
