// The factor of a machine, the kept times of runs and the outcomes that follow from them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { maxSlowness, parseSlowness } from '@lyceum/kit/test/wait'
import { judgeMachine, machineLine } from './calibration.ts'
import { judge, lastLines, outcomeLine, totalOf } from './test-outcome.ts'
import { labelOf } from './test-runner.ts'
import { tiers } from './test-tiers.ts'
import { keepTimes, limitsOf, readTimes } from './test-times.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-tiers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const counted = { passed: 3, failed: 0, skipped: [], ran: [] }
const went = (processor: number, seconds = processor) => ({ code: 0, seconds, processor, hung: false })

describe('the factor of this machine', () => {
  test('is measured against the reference, never below 1, and bounded', () => {
    expect(judgeMachine({ seconds: 0.75, processor: 0.6 })).toEqual({ times: 0.5, slowness: 1, processor: 0.5 })
    expect(judgeMachine({ seconds: 3.75, processor: 1.2 })).toEqual({ times: 2.5, slowness: 2.5, processor: 1 })
    expect(judgeMachine({ seconds: 150, processor: 1.2 })).toEqual({ times: 100, slowness: maxSlowness, processor: 1 })
    const line = (seconds: number) => machineLine(judgeMachine({ seconds, processor: 1.2 }))
    expect(line(1.5)).toBe("this machine: 1.0 × the reference's time, 1.0 × its processor time; waiting is scaled by 1.0")
    expect(line(30)).toBe("this machine: 20.0 × the reference's time, 1.0 × its processor time; waiting is scaled by 10.0")
  })

  test('is 1 where nothing is set; anything but a number from 1 to 10 is refused by name', () => {
    expect(parseSlowness(undefined)).toBe(1)
    expect(parseSlowness('')).toBe(1)
    expect(parseSlowness('2.4')).toBe(2.4)
    for (const wrong of ['0', '0.5', '11', 'fast', 'NaN', 'Infinity', '-2'])
      expect(() => parseSlowness(wrong), wrong).toThrow('LYCEUM_TEST_SLOWNESS')
  })
})

describe('the time of a run', () => {
  const limits = limitsOf(100, 1)
  const paceIn = (processor: number, of = limits) => judge('flows', counted, went(processor), of).pace

  test('is that of its processes: named beyond 1.3 of what is kept, failing beyond 2.5, ended at ten times without a line', () => {
    expect(limits).toMatchObject({ expected: 100, named: 130, most: 250, patience: { silence: 300, processor: 1000 } })
    expect([130, 131, 250, 251].map((seconds) => paceIn(seconds))).toEqual(['as kept', 'slower', 'slower', 'too slow'])
    expect([131, 251].map((processor) => judge('flows', counted, went(processor), limits).failed)).toEqual([0, 1])
    // an hour on a wall says nothing
    expect(judge('flows', counted, went(90, 3600), limits)).toMatchObject({ pace: 'as kept', failed: 0 })
  })

  test('of a short run is named from 5 s more and fails from 60 s more', () => {
    expect(limitsOf(10, 1)).toMatchObject({ expected: 10, named: 15, most: 70, patience: { processor: 100 } })
    expect(limitsOf(4, 1).patience.processor).toBe(64)
  })

  test('has limits that grow with the slowness of the processor', () => {
    expect(limitsOf(100, 2.5)).toMatchObject({ expected: 250, named: 325, most: 625, patience: { processor: 2500 } })
    expect(paceIn(240, limitsOf(100, 2.5))).toBe('as kept')
  })

  test('that nobody has kept is never too long, and ends after hours', () => {
    expect(paceIn(10_000, limitsOf(undefined, 1))).toBe('as kept')
    expect(limitsOf(undefined, 1).patience.processor).toBe(14_400)
  })

  test('is kept as a machine of the reference takes it, beside the times of other runs', () => {
    const file = join(folder, 'kept.json')
    expect(readTimes(file)).toEqual({})
    keepTimes(file, [{ label: 'flows', processor: 120 }, { label: 'e2e' }], 1.2)
    keepTimes(file, [{ label: 'check', processor: 20.4 }], 0.5)
    expect(readFileSync(file, 'utf8')).toBe('{\n  "check": 41,\n  "flows": 100\n}\n')
    expect(readTimes(file)).toEqual({ check: 41, flows: 100 })
  })

  test('is kept for no run that is not there any more', () => {
    const labels = tiers.flatMap((tier) => (tier.runs ?? [{}]).map((run) => labelOf(tier, run)))
    const kept = Object.keys(readTimes(fileURLToPath(new URL('test-times.json', import.meta.url))))
    expect(kept.filter((label) => !labels.includes(label))).toEqual([])
  })
})

describe('an outcome', () => {
  test('that is slower than kept has not failed, and is named in the last lines with its time', () => {
    const slow = judge('flows-servers', counted, went(140.2, 80), limitsOf(105, 1))
    const quick = judge('check', counted, went(20, 15), limitsOf(90, 1))
    expect(slow.failed).toBe(0)
    expect(outcomeLine(slow)).toBe('ok     flows-servers      3 passed, 0 failed in 80 s (140 s of processor, slower than its 105 s)')
    expect(outcomeLine(quick)).toBe('ok     check              3 passed, 0 failed in 15 s (20 s of processor)')
    const all = [quick, slow]
    expect(lastLines(all, [], totalOf(all, 0))).toEqual([
      'slower than their kept processor times: flows-servers 140 of 105 s',
      '6 passed, 0 failed',
    ])
  })

  test('that is too slow has failed, with its name and the way to keep a new time', () => {
    const slow = judge('e2e', counted, went(260, 400), limitsOf(100, 1))
    expect(outcomeLine(slow)).toBe(
      'FAILED e2e                3 passed, 1 failed in 400 s (260 s of processor, more than 2.5 times its 100 s)',
    )
    const [named, last] = lastLines([slow], [], totalOf([slow], 0))
    expect([named, last]).toEqual([expect.stringMatching(/^too slow: .*--keep-times.*: e2e 260 of 100 s$/), '3 passed, 1 failed'])
  })

  test('that hung has failed, whatever its tests say', () => {
    const hung = judge('faults', counted, { code: null, seconds: 500, hung: true }, limitsOf(100, 1))
    expect(hung.failed).toBe(1)
    expect(outcomeLine(hung)).toBe('FAILED faults             3 passed, 1 failed in 500 s, ended because it hung')
    expect(lastLines([hung], ['k8s: no helm'], totalOf([hung], 0))).toEqual([
      'left out: k8s: no helm',
      'hung, and ended: faults 0 of 100 s',
      '3 passed, 1 failed',
    ])
  })

  test('without tests, or whose process ended badly, has failed', () => {
    const limits = limitsOf(100, 1)
    expect(judge('e2e', { ...counted, passed: 0 }, went(1), limits).failed).toBe(1)
    expect(judge('e2e', counted, { code: 1, seconds: 1, hung: false }, limits).failed).toBe(1)
    expect(judge('e2e', { ...counted, failed: 2 }, { code: 1, seconds: 1, hung: false }, limits).failed).toBe(2)
    expect(totalOf([], 2)).toEqual({ passed: 0, failed: 2 })
  })
})
