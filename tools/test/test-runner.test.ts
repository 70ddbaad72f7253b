// The test runner: tiers, the end of runs that hang, unsteady tests.
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lastLines, totalOf } from './test-outcome.ts'
import { type Running, runTiers } from './test-runner.ts'
import { stagesOf, type Tier, tiers } from './test-tiers.ts'
import { type Limits, limitsOf } from './test-times.ts'
import { faultsOf, overdue, readKnown } from './unsteady.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-tiers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('tiers', () => {
  const script = (name: string, text: string) => {
    const file = join(folder, `${name}.ts`)
    writeFileSync(file, text)
    return file
  }
  /** Ignores SIGTERM and has a child that does, too. */
  const hanging = script(
    'hangs',
    `import { spawn } from 'node:child_process'
     const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'ignore' })
     console.log('pids', process.pid, child.pid)
     process.on('SIGTERM', () => {})
     setInterval(() => {}, 1000)`,
  )
  const quick = script('quick', "console.log('seen slowness', process.env.LYCEUM_TEST_SLOWNESS); console.log('2 passed, 0 failed')")
  /** A machine of slowness 2; `more`: further options of the run. */
  const run = async (tiers: Tier[], more: Partial<Running> = {}) => {
    const said: string[] = []
    const running: Running = {
      root: folder,
      env: process.env,
      results: join(folder, 'results'),
      slowness: 2,
      processorSlowness: 1,
      pace: { file: '', stage: async () => 2, stop: () => {} },
      limitsOf: (_, slowness) => limitsOf(undefined, slowness),
      wanted: [],
      extra: [],
      inCi: false,
      say: (line) => said.push(line),
      grace: 0.2,
      ...more,
    }
    const { outcomes, leftOut, broken, unsteady } = await runTiers(tiers, running)
    return { said, outcomes, last: lastLines(outcomes, leftOut, totalOf(outcomes, broken), unsteady) }
  }
  const alive = (pid: number) => {
    try {
      process.kill(pid, 0)
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return false
    }
  }

  /** Limits of which a run that is silent and idle for half a second hangs, as does one that computes for `processor` seconds without a line. */
  const impatient = (processor = 100, { silence = 0.5, idle = 0.1 } = {}): Limits => ({
    expected: 1,
    named: 1000,
    most: 1000,
    patience: { silence, idle, processor, every: 50 },
  })

  test('one that hangs is ended with its children, named, and the next one runs', async () => {
    const { said, outcomes, last } = await run(
      [
        { name: 'first', needs: [], script: hanging },
        { name: 'second', needs: [], script: hanging, runs: [{ name: 'a' }, { name: 'b' }] },
        { name: 'third', needs: [], script: quick },
      ],
      { limitsOf: () => impatient() },
    )
    expect(outcomes.map(({ label, pace, failed }) => [label, pace, failed])).toEqual([
      ['first', 'hung', 1],
      ['second-a', 'hung', 1],
      ['second-b', 'hung', 1],
      ['third', 'as kept', 0],
    ])
    expect(said.filter((line) => line.startsWith('FAILED'))).toHaveLength(3)
    expect(last.at(-2)).toMatch(/^hung, and ended: first \d+ of 1 s · second-a \d+ of 1 s · second-b \d+ of 1 s$/)
    expect(last.at(-1)).toBe('2 passed, 3 failed')
    const pids = readFileSync(join(folder, 'results', 'first.log'), 'utf8')
      .match(/\d+/g)!
      .map(Number)
    expect(pids).toHaveLength(2)
    expect(pids.filter(alive)).toEqual([])
    expect(readFileSync(join(folder, 'results', 'third.log'), 'utf8')).toContain('seen slowness 2')
    const times = JSON.parse(readFileSync(join(folder, 'results', 'times.json'), 'utf8'))
    expect(times[2]).toEqual({ label: 'second-b', seconds: expect.any(Number), processor: expect.any(Number), expected: 1, slowness: 2 })
    expect(times).toHaveLength(4)
  })

  const computing = (seconds: number) =>
    `import { spawnSync } from 'node:child_process'
     // in a child, whose time counts too
     spawnSync(process.execPath, ['-e', 'for (const end = process.cpuUsage().user + ${seconds}e6; process.cpuUsage().user < end; );'])
     console.log('1 passed, 0 failed')`

  test('one that computes is not ended, however long it is silent; one that computes for ever is', async () => {
    const works: Tier = { name: 'works', needs: [], script: script('works', computing(2)) }
    // with a share of the processor so small that a machine with ten times as much to do gives it
    const [done] = (await run([works], { limitsOf: () => impatient(100, { silence: 1.5, idle: 0.01 }) })).outcomes
    expect(done).toMatchObject({ pace: 'as kept', failed: 0 })
    expect(done!.processor).toBeGreaterThan(1)
    const [ended] = (await run([works], { limitsOf: () => impatient(0.5) })).outcomes
    expect(ended).toMatchObject({ pace: 'hung', failed: 1 })
  })

  describe('of vitest', () => {
    const project = mkdtempSync(join(tmpdir(), 'lyceum-unsteady-'))
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(project, 'node_modules'))
    writeFileSync(
      join(project, 'vitest.config.ts'),
      `export default { test: { projects: [{ test: { name: 'own', include: ['*.test.ts'] } }] } }`,
    )
    afterAll(() => rmSync(project, { recursive: true, force: true }))
    /** Runs a project of these test files and nothing else. */
    const runFiles = async (files: Record<string, string>, more: Partial<Running> = {}) => {
      for (const name of readdirSync(project)) if (name.includes('.test.ts')) rmSync(join(project, name))
      for (const [name, text] of Object.entries(files))
        writeFileSync(
          join(project, `${name}.test.ts`),
          `import { expect, test } from 'vitest'\nimport { existsSync, writeFileSync } from 'node:fs'\n${text}`,
        )
      return await run([{ name: 'own', needs: [], project: 'own' }], { root: project, results: join(project, 'results'), ...more })
    }
    const passes = `test('passes', () => {})`
    const fails = `test('fails', () => expect(1).toBe(2))`
    const once = (name: string) =>
      `test('fails once', () => { const mark = '${name}.mark.test.ts-seen'; const seen = existsSync(mark); writeFileSync(mark, ''); expect(seen).toBe(true) })`

    test('a test that fails once is named as unsteady and fails nothing', async () => {
      const { last, said } = await runFiles({ steady: passes, shaky: `${passes}\n${once('a')}` })
      expect(last).toEqual(['unsteady: shaky.test.ts › fails once', '3 passed, 0 failed'])
      expect(said).toContain('again, alone: shaky.test.ts')
      expect(JSON.parse(readFileSync(join(project, 'results/unsteady.json'), 'utf8'))).toEqual([
        { file: 'shaky.test.ts', title: 'fails once', known: false },
      ])
    })

    test('a test that always fails and a file that cannot be loaded fail the run', async () => {
      const { last } = await runFiles({ wrong: `${passes}\n${fails}`, broken: `import './missing.ts'\n${passes}`, shaky: once('b') })
      expect(last).toEqual(['unsteady: shaky.test.ts › fails once', '2 passed, 2 failed'])
    })

    test('a file with an error outside of its tests runs once more: it is unsteady, or fails', async () => {
      const leaves = (when: string) =>
        `test('passes', async () => { ${when} setTimeout(() => { throw new Error('late') }); await new Promise((go) => setTimeout(go, 50)) })`
      const first = `const mark = 'd.mark.test.ts-seen'; const seen = existsSync(mark); writeFileSync(mark, ''); if (!seen)`
      const shaky = await runFiles({ steady: passes, shaky: leaves(first) })
      expect(shaky.last).toEqual(['unsteady: shaky.test.ts › an error outside of its tests', '2 passed, 0 failed'])
      expect((await runFiles({ steady: passes, wrong: leaves('') })).last).toEqual(['2 passed, 1 failed'])
    })

    test('unsteady tests in more than five files fail the run', async () => {
      const files = Object.fromEntries([1, 2, 3, 4, 5, 6].map((nth) => [`shaky${nth}`, once(`c${nth}`)]))
      const { last, said } = await runFiles(files)
      expect(last.at(-1)).toBe('6 passed, 1 failed')
      expect(said).toContain('FAILED more than 5 files with unsteady tests: 6')
    })

    test('a test that hangs is ended, and has failed', async () => {
      const hangs = `test('hangs', () => new Promise(() => {}), 3_600_000)`
      const { last, outcomes } = await runFiles(
        { hangs },
        { limitsOf: () => ({ ...impatient(), patience: { ...impatient().patience, silence: 3 } }) },
      )
      expect(outcomes[0]).toMatchObject({ pace: 'hung' })
      expect(last.at(-1)).toMatch(/^0 passed, [12] failed$/)
    })
  })

  test('the list of known unsteady tests says why and since when', () => {
    expect(faultsOf(readKnown())).toEqual([])
    const entry = { file: 'tools/test/test.ts', title: 'x', why: 'The browser is slow to start.', since: '2026-11-01' }
    expect(faultsOf([entry])).toEqual([])
    for (const wrong of [{ why: 'slow' }, { since: 'lately' }, { title: '' }, { file: 'deploy/none.ts' }])
      expect(faultsOf([{ ...entry, ...wrong }])).toHaveLength(1)
    expect([overdue([entry], new Date('2026-11-30')), overdue([entry], new Date('2026-12-03'))]).toEqual([[], [entry]])
  })

  /** A test that writes a file of its name and ends once the file of the other name exists. */
  const waitsFor = (own: string, other: string) =>
    script(
      own,
      `import { existsSync, writeFileSync } from 'node:fs'
       writeFileSync(${JSON.stringify(join(folder, own))}, '')
       while (!existsSync(${JSON.stringify(join(folder, other))})) await new Promise((go) => setTimeout(go, 20))
       console.log('1 passed, 0 failed')`,
    )

  test('one runs beside another where both run', async () => {
    const [left, right] = [waitsFor('left', 'right'), waitsFor('right', 'left')]
    const pair: Tier[] = [
      { name: 'left', needs: [], script: left },
      { name: 'right', needs: [], script: right, beside: 'left' },
    ]
    expect((await run(pair)).last).toEqual(['2 passed, 0 failed'])
    expect((await run(pair, { wanted: ['right'] })).last).toEqual(['1 passed, 0 failed'])
    expect(stagesOf(tiers.filter(({ long }) => !long)).map((stage) => stage.map(({ name }) => name))).toContainEqual(['features', 'faults'])
  })

  test('of whose files only some are wanted, only the runs with such files run', async () => {
    const tier: Tier = {
      name: 'first',
      needs: [],
      script: quick,
      runs: [
        { name: 'a', files: ['flows/rights'] },
        { name: 'b', files: ['flows/erase'] },
      ],
    }
    const { outcomes } = await run([tier], { files: new Map([['first', ['tests/flows/rights/course.test.ts']]]) })
    expect(outcomes.map(({ label }) => label)).toEqual(['first-a'])
  })
})
