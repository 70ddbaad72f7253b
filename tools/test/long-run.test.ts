// The kept long run: it is read as it was written, and images of a release need one of its minor version that passed.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readLongRun, refusalOf, tiersOf, writeLongRun } from './long-run.ts'
import { stack } from '../../deploy/stack/config.ts'

const passed = {
  version: '1.4.0',
  date: '2026-11-28',
  commit: '0123abcd',
  tiers: [
    { name: 'e2e-long', passed: 312, failed: 0 },
    { name: 'faults-long', passed: 41, failed: 0 },
  ],
}
const failed = { ...passed, tiers: tiersOf(['e2e-long', 'faults-long'], [{ label: 'e2e-long', passed: 312, failed: 0 }]) }

test('a run is read as it was written; without a file there was none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-long-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'long-run.md')
  expect(readLongRun(file)).toBeUndefined()
  for (const run of [passed, { ...failed, commit: '0123abcd and changes beside it' }]) {
    writeLongRun(file, run)
    expect(readLongRun(file)).toEqual(run)
  }
})

test('a tier that was left out has failed', () => {
  expect(failed.tiers[1]).toEqual({ name: 'faults-long', passed: 0, failed: 1 })
})

test('a release needs a long run of its minor version that passed', () => {
  expect(refusalOf('1.4.7', passed)).toBeUndefined()
  expect(refusalOf('1.4.7', undefined)).toContain('no long run yet')
  expect(refusalOf('1.5.0', passed)).toContain('was of 1.4.0')
  expect(refusalOf('2.4.0', passed)).toContain('was of 1.4.0')
  expect(refusalOf('1.4.7', failed)).toContain('failed in faults-long')
})

test('npm run images refuses a release of a version that had no long run', async () => {
  const refused = promisify(execFile)(process.execPath, ['deploy/images/images.ts', '--release=999.1.0', '--assemble'], { cwd: stack.root })
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no release 999.1.0') })
})
