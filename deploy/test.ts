// npm test            every tier in order, one line per tier; the last line is `N passed, N failed`
// npm test -- flows   one tier (or several); a tier's own arguments follow after ` -- `
// npm run test:long   what takes long: outages of a minute, large files, soak
import { join } from 'node:path'
import { parseSlowness } from '../kit/src/test/wait.ts'
import { judgeMachine, machineLine, measureWork } from './calibration.ts'
import { stack } from './stack/config.ts'
import { stopServers } from './stack/servers.ts'
import { ownServers } from './test-needs.ts'
import { lastLines, totalOf } from './test-outcome.ts'
import { runTiers } from './test-runner.ts'
import { tiers } from './test-tiers.ts'

const given = process.argv.slice(2).filter((argument, at) => !(at === 0 && argument === '--'))
const at = given.indexOf('--')
const [wanted, extra] = at < 0 ? [given, []] : [given.slice(0, at), given.slice(at + 1)]
const unknown = wanted.find((name) => !tiers.some((tier) => tier.name === name))
if (unknown) {
  console.error(`there is no tier ${unknown}; there are ${tiers.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

/** As measured; a factor that is set beforehand is taken as it is. */
async function slownessOfMachine(): Promise<number> {
  const set = stack.env.LYCEUM_TEST_SLOWNESS
  if (set) {
    const slowness = parseSlowness(set)
    console.log(`limits are scaled by ${slowness.toFixed(1)}, as LYCEUM_TEST_SLOWNESS says`)
    return slowness
  }
  const machine = judgeMachine(await measureWork())
  console.log(machineLine(machine))
  return machine.slowness
}

const { outcomes, leftOut, broken } = await runTiers(tiers, {
  root: stack.root,
  env: stack.env,
  results: join(stack.root, 'test-results'),
  slowness: await slownessOfMachine(),
  wanted,
  extra,
  inCi: Boolean(stack.env.CI),
  say: (line) => console.log(line),
})
if (ownServers()) await stopServers()
const total = totalOf(outcomes, broken)
for (const line of lastLines(outcomes, leftOut, total)) console.log(line)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
