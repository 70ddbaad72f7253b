// npm run values [-- part …]: texts, files, numbers and points with their right values, against a throw-away instance of the product.
// LYCEUM_CASES is the folder of the cases; where it is not set, ../shared/cases if there is one, else tests/corpus. The last line is `N passed, N failed`.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { startInstance, stopAll } from '../attack/instance.ts'
import { createReport, type Report } from '../attack/report.ts'
import { answers } from './answers.ts'
import { files } from './files.ts'
import { numbers } from './numbers.ts'
import { makeWorld, type World } from './world.ts'

const folder = resolve(process.env.LYCEUM_CASES ?? (existsSync('../shared/cases') ? '../shared/cases' : 'tests/corpus'))
const parts: Record<string, (world: World, report: Report) => Promise<void>> = {
  numbers,
  answers: (world, report) => answers(world, folder, report),
  files: (world, report) => files(world, folder, report),
}

const given = process.argv.slice(2)
const unknown = given.filter((name) => !(name in parts))
if (unknown.length > 0 || !existsSync(folder)) {
  console.error(
    unknown.length > 0 ? `there is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}` : `no folder ${folder}`,
  )
  process.exit(2)
}
process.once('SIGINT', () => void stopAll().then(() => process.exit(130)))
let [passed, failed] = [0, 0]
const at = await startInstance('values')
try {
  const world = await makeWorld(at)
  for (const [name, run] of Object.entries(parts)) {
    if (given.length > 0 && !given.includes(name)) continue
    const report = createReport(name)
    await run(world, report).catch((error: Error) => report.check(false, error.stack ?? error.message, `npm run values -- ${name}`))
    report.end()
    passed += report.passed
    failed += report.failed
    console.log(`${name}: ${report.passed} right, ${report.failed} different`)
  }
} finally {
  await at.stop()
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
