// npm run attack [-- part …] [-- --list]: attacks on throw-away instances of the product on loopback. docs/attack.md describes each part.
// The last line is `N passed, N failed`.
import { setTimeout as sleep } from 'node:timers/promises'
import { anonymous } from './anonymous.ts'
import { bodies } from './bodies.ts'
import { bounds } from './bounds.ts'
import { cheats } from './cheats.ts'
import { doors } from './doors.ts'
import { files } from './files.ts'
import { grants } from './grants.ts'
import { stopAll } from './instance.ts'
import { kills } from './kills.ts'
import type { Part } from './part.ts'
import { createReport } from './report.ts'
import { rights } from './rights.ts'
import { scripts } from './scripts.ts'

const parts: Part[] = [rights, bodies, bounds, files, cheats, doors, grants, anonymous, scripts, kills]

const given = process.argv.slice(2)
const unknown = given.filter((one) => one !== '--list' && !parts.some(({ name }) => name === one))
if (unknown.length > 0) {
  console.error(`there is no part ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
if (given.includes('--list')) {
  for (const { name, about, seconds } of parts) console.log(`${name.padEnd(9)} ${about} (at most ${seconds} s)`)
  process.exit(0)
}

process.once('SIGINT', () => void stopAll().then(() => process.exit(130)))
/** A part hangs when it takes this many times its seconds; a busy machine is slow and only gets a note. */
const hangs = 5
let passed = 0
let failed = 0
for (const part of parts.filter(({ name }) => given.length === 0 || given.includes(name))) {
  const began = performance.now()
  const report = createReport(part.name)
  const over = new AbortController()
  const late = sleep(part.seconds * hangs * 1000, 'late' as const, { signal: over.signal })
  late.catch(() => {})
  const outcome = await Promise.race([part.run(report).catch((error: Error) => error), late])
  over.abort()
  if (outcome === 'late') report.check(false, `did not end within ${part.seconds * hangs} s`, `npm run attack -- ${part.name}`)
  else if (outcome instanceof Error) report.check(false, `broke off: ${outcome.stack ?? outcome.message}`, `npm run attack -- ${part.name}`)
  report.end()
  await stopAll()
  passed += report.passed
  failed += report.failed
  const took = Math.round((performance.now() - began) / 1000)
  if (took > part.seconds) report.note(`took ${took} s, on two quiet cores at most ${part.seconds}`)
  console.log(`${part.name}: ${report.passed} passed, ${report.failed} failed, ${took} s`)
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
