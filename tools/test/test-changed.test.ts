// The choice of npm test -- --changed, for changes of this tree.
import { describe, expect, test } from 'vitest'
import { choiceLine, choose } from './test-changed.ts'
import { tiers } from './test-tiers.ts'

const ordinary = tiers.filter(({ long }) => !long).map(({ name }) => name)
/** Files of each tier. This file and test-runner.test.ts name paths as examples, and so are chosen for them. */
const chosenFor = (...changed: string[]) =>
  Object.fromEntries(
    choose(changed, ordinary).choices.flatMap(({ tier, files }) => {
      const others = files?.filter((file) => !file.startsWith('tools/test/'))
      return others?.length === 0 ? [] : [[tier, others ?? 'whole'] as const]
    }),
  )

describe('a change', () => {
  test('in one service: its tests by the import graph, and the flows through it', () => {
    const { check, flows, features, ...others } = chosenFor('services/activity/src/progress/plays/rules.ts')
    expect([check, others]).toEqual(['whole', {}])
    expect(flows).toEqual(expect.arrayContaining(['tests/flows/rights/activity.test.ts', 'tests/flows/main-job.test.ts']))
    expect(flows).not.toContain('tests/flows/rights/upload.test.ts')
    expect(features).toContain('services/activity/src/progress/plays/rules.test.ts')
    expect(features).toContain('services/activity/src/progress/progress.test.ts')
    expect(features).not.toContain('services/identity/src/identity.test.ts')
  })

  test('in what other services import: every flow', () => {
    expect(chosenFor('services/course/mirror/rules.ts').flows).toBe('whole')
  })

  test('of a schema: the tests of the service, whose generated client imports it', () => {
    expect(chosenFor('services/course/prisma/schema.prisma').features).toContain('services/course/src/course-changes/courses.test.ts')
  })

  test('of a fact: the tests of those that write and read it', () => {
    const { features } = chosenFor('proto/lyceum/course/v1/events.proto')
    expect(features).toContain('services/course/src/course-changes/courses.test.ts')
    expect(features).toContain('services/activity/src/content/activities/activities.test.ts')
  })

  test('of documents, texts or the chart: the tests that read them', () => {
    for (const page of ['docs/architecture.md', 'README.md']) expect(chosenFor(page)).toEqual({ check: 'whole' })
    // its figures are counted from the spec's tables
    expect(chosenFor('tests/spec/screens.ts')).toMatchObject({ check: 'whole' })
    expect(Object.keys(chosenFor('web/src/i18n/th/course.json', 'web/src/i18n/state.json'))).toEqual(['check', 'features'])
    expect(chosenFor('helm/lyceum/values.yaml')).toMatchObject({ check: 'whole', k8s: 'whole' })
  })

  test('of a component: the gallery that shows it, and the pages', () => {
    expect(chosenFor('web/src/ui/button.tsx')).toMatchObject({ gallery: 'whole', e2e: 'whole' })
  })

  test('of a page: the browser tests that name its address', () => {
    const { e2e, ...others } = chosenFor('web/src/features/calendar/time-grid.tsx')
    expect(e2e).toEqual(expect.arrayContaining(['tests/e2e/calendar.test.ts', 'tests/e2e/calendar-entries.test.ts']))
    expect(e2e).not.toContain('tests/e2e/marking.test.ts')
    expect(others).toMatchObject({ check: 'whole' })
    expect(chosenFor('web/src/shell/search.tsx').e2e).toBe('whole')
  })

  test('of a test or of its tools: the files that use it', () => {
    expect(chosenFor('tests/flows/erase.test.ts')).toEqual({ check: 'whole', flows: ['tests/flows/erase.test.ts'] })
    expect(chosenFor('tests/flows/rights/course.csv').flows).toEqual(['tests/flows/rights/course.test.ts'])
    expect(chosenFor('tests/faults/replicas.ts').faults).toContain('tests/faults/servers.test.ts')
  })

  test('that everything stands on: everything', () => {
    expect(Object.keys(chosenFor('package-lock.json'))).toEqual(ordinary)
  })

  test('is shown with its tests and its reason', () => {
    const { choices, left } = choose(['services/course/mirror/rules.ts'], ordinary)
    expect(choices.map(choiceLine)).toContain('flows        whole (starts services/course/mirror/rules.ts)')
    expect(choiceLine({ tier: 'flows', files: ['a/b.test.ts', 'a/c.test.ts'], reason: 'depends on a/d.ts' })).toBe(
      'flows        2 files: b.test.ts, c.test.ts (depends on a/d.ts)',
    )
    expect(left).toContain('e2e')
  })
})
