// npm test                      every tier, one line per run; the last line is `N passed, N failed`
// npm test -- flows             one tier (or several); vitest's own arguments follow after ` -- `
// npm test -- --changed [ref]   tiers and files that the changes since the merge base with ref (main) can break; a first answer, not the whole
// npm test -- --keep-times      writes tools/test/test-times.json, the reference of later runs: after a change that rightly takes more time
// npm run test:long             the long tests: outages of a minute, large files, every flow on servers, every role at every address
import { join } from 'node:path'
import { parseSlowness } from '@lyceum/kit/test/wait'
import { followMachine, judgeMachine, type Machine, machineLine, measureWork } from './calibration.ts'
import { commitOf, longRunFile, tiersOf, versionOf, writeLongRun } from './long-run.ts'
import { stack } from '../../deploy/stack/config.ts'
import { stopServers } from '../../deploy/stack/servers.ts'
import { changedSince, choiceLine, choose } from './test-changed.ts'
import { ownServers } from './test-needs.ts'
import { lastLines, totalOf } from './test-outcome.ts'
import { runTiers } from './test-runner.ts'
import { tiers } from './test-tiers.ts'
import { overdue, overdueLine, readKnown } from './unsteady.ts'
import { keepTimes, limitsOf, mostSlownessToKeep, readTimes } from './test-times.ts'

const ordinary = tiers.filter(({ long }) => !long).map(({ name }) => name)
const timesFile = join(stack.root, 'tools/test/test-times.json')
const { arranged, wanted, files, extra, keeps } = parse(process.argv.slice(2).filter((argument, at) => !(at === 0 && argument === '--')))

function parse(given: string[]) {
  const end = given.indexOf('--')
  const [words, extra] = end < 0 ? [given, []] : [given.slice(0, end), given.slice(end + 1)]
  const changed = words.indexOf('--changed')
  const ref = words[changed + 1] ?? 'main'
  const names = changed >= 0 ? [] : words.filter((word) => word !== '--keep-times')
  const unknown = names.find((name) => !tiers.some((tier) => tier.name === name))
  if (unknown) stop(`there is no tier ${unknown}; there are ${tiers.map(({ name }) => name).join(', ')}`)
  const keeps = words.includes('--keep-times')
  // tiers take longer side by side than alone
  const half = keeps && tiers.find(({ name, beside }) => beside && names.includes(name) !== names.includes(beside))
  if (half) stop(`${half.name} runs beside ${half.beside}: keep the times of both, or of all`)
  if (changed < 0) return { arranged: tiers, wanted: names, extra, keeps }
  const files = changedSince(ref)
  if (!files) stop(`git finds nothing in common with ${ref}: name another base, npm test -- --changed <ref>`)
  const { choices, left } = choose(files, ordinary)
  for (const choice of choices) console.log(choiceLine(choice))
  console.log(`left to npm test: ${left.join(', ') || 'nothing'}`)
  return {
    // only a part of each runs: check need not end first
    arranged: tiers.map((tier) => (['features', 'flows'].includes(tier.name) ? { ...tier, beside: 'check' } : tier)),
    wanted: choices.map(({ tier }) => tier),
    files: new Map(choices.flatMap(({ tier, files }) => (files ? [[tier, files] as const] : []))),
    extra,
    keeps: false,
  }
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(2)
}

/** Measures the machine; LYCEUM_TEST_SLOWNESS replaces the measurement. */
async function machineNow(): Promise<Machine> {
  const set = stack.env.LYCEUM_TEST_SLOWNESS
  if (!set) return judgeMachine(await measureWork())
  const slowness = parseSlowness(set)
  return { times: slowness, slowness, processor: 1 }
}

for (const known of overdue(readKnown(), new Date())) console.log(overdueLine(known))
const machine = await machineNow()
console.log(
  stack.env.LYCEUM_TEST_SLOWNESS
    ? `limits are scaled by ${machine.slowness.toFixed(1)}, as LYCEUM_TEST_SLOWNESS says`
    : machineLine(machine),
)
if (keeps && machine.processor > mostSlownessToKeep) stop('this machine is too slow now to keep times')
// after the signal has reached the processes of the tiers
process.once('SIGTERM', () => setImmediate(() => process.exit(143)))
const kept = readTimes(timesFile)
const results = join(stack.root, 'test-results')
const fixed = { file: '', stage: async () => machine.slowness, stop: () => {} }
const { outcomes, leftOut, broken, unsteady } = await runTiers(arranged, {
  root: stack.root,
  env: stack.env,
  results,
  slowness: machine.slowness,
  processorSlowness: Math.max(1, machine.processor),
  pace: stack.env.LYCEUM_TEST_SLOWNESS ? fixed : followMachine(join(results, 'slowness'), machine),
  // a run with the caller's own arguments has no kept time
  limitsOf: (label, slowness) => limitsOf(keeps || extra.length > 0 ? undefined : kept[label], slowness),
  wanted,
  ...(files && { files }),
  extra,
  inCi: Boolean(stack.env.CI),
  say: (line) => console.log(line),
})
if (ownServers()) await stopServers()
const total = totalOf(outcomes, broken)
const passed = outcomes.filter(({ failed }) => failed === 0)
if (keeps) keepTimes(timesFile, passed, machine.processor)
const long = tiers.filter(({ name }) => name.endsWith('-long')).map(({ name }) => name)
if (extra.length === 0 && long.every((name) => wanted.includes(name)))
  writeLongRun(longRunFile, {
    version: versionOf(stack.root),
    date: new Date().toISOString().slice(0, 10),
    commit: commitOf(stack.root),
    tiers: tiersOf(long, outcomes),
  })
const unkept = keeps || extra.length > 0 ? [] : outcomes.filter(({ label }) => kept[label] === undefined)
if (unkept.length > 0) console.log(`without a kept time (npm test -- --keep-times): ${unkept.map(({ label }) => label).join(', ')}`)
for (const line of lastLines(outcomes, leftOut, total, unsteady)) console.log(line)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
