// Tests of the header actions: the table covers the specification and offers each role its own.
import { describe, expect, test } from 'vitest'
import { headerActions as specified } from '../../../../../tests/spec/screens.ts'
import { noRights } from '../../../dev/sample-course.ts'
import { type HeaderCourse, headerActions, offeredActions } from './header-actions.ts'

const course = (fields: Partial<HeaderCourse> = {}, published = true, reviewed = true): HeaderCourse => ({
  can: noRights,
  role: 'student',
  simulating: null,
  lite: false,
  template: false,
  learning_mode: 'normal',
  course_attributes: {
    published,
    teaching_class_name: '',
    data: { review_status: reviewed ? 'reviewed' : 'unreviewed', course_importer_status: null },
  },
  ...fields,
})
const teaching = { ...noRights, teach: true, attendance: true, simulate: true, change: true, publish: true }
const teacher = { can: teaching, role: 'instructor' as const }
const manager = { can: { ...teaching, manage: true, inspect: true }, role: null }
const names = (...args: Parameters<typeof offeredActions>) => offeredActions(...args).map(({ name }) => name)

describe('the header’s actions', () => {
  test('come from every line of the specification', () => {
    const built = new Map<string, boolean>(
      headerActions.flatMap((action) => ('specLine' in action ? [[action.specLine, !('built' in action)]] : [])),
    )
    expect([...built]).toEqual(expect.arrayContaining(specified.map(({ name, built }) => [name, (built as unknown) === true])))
    expect(built.size).toBe(specified.length)
  })
  test('of a student are the way back alone', () => {
    expect(names(course(), true)).toEqual(['back'])
  })
  test('of an instructor follow the state of the course', () => {
    expect(names(course(teacher, false))).toEqual(
      expect.arrayContaining(['publish', 'preview', 'seeAs', 'addModule', 'accessCode', 'switchLite', 'startClass']),
    )
    expect(names(course(teacher))).toContain('unpublish')
    expect(names(course(teacher))).not.toContain('preview')
    expect(names(course({ ...teacher, lite: true }))).toEqual(expect.arrayContaining(['switchNormal']))
    expect(names(course(teacher, true, false), true)).not.toContain('review')
    // where courses are published by themselves
    const published = { ...teacher, can: { ...teaching, publish: false } }
    expect(names(course(published))).not.toContain('unpublish')
  })
  test('of an instructor have the bin where the school lets them delete', () => {
    expect(names(course({ ...teacher, can: { ...teaching, delete_content: true } }))).toContain('bin')
    expect(names(course(teacher))).not.toContain('bin')
  })
  test('of a manager have review and inspection', () => {
    expect(names(course(manager, true, false))).toEqual(expect.arrayContaining(['review', 'inspect']))
    expect(names(course(manager))).toEqual(expect.arrayContaining(['unreview', 'inspect']))
  })
  test.each([
    ['student', 'leaveRole'],
    ['visitor', 'leaveRole'],
    ['preview', 'cancelPreview'],
    ['inspect', 'cancelInspect'],
  ] as const)('while seeing it as %s are the way back and %s', (simulating, way) => {
    const can = { ...noRights, simulate: true }
    expect(names(course({ can, role: 'student', simulating }), true)).toEqual(['back', way])
  })
  test('that are not built are offered to nobody', () => {
    for (const state of [course(), course(teacher), course(manager), course(teacher, false, false)])
      expect(headerActions.filter((action) => 'built' in action && names(state).includes(action.name))).toEqual([])
  })
})
