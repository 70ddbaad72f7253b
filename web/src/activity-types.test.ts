// Tests of the map of activity types: addresses, and types that this page does not know.
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import { activityHref, activityTypes, creatableTypes, definitionOf, ownAddress } from './activity-types.ts'
import type { Definition } from './activity-types/definition.ts'
import { paths } from './paths.ts'

const types: Record<string, Definition> = activityTypes
const row = { id: 'a1', course_id: 'c1', type: 'page' as const }
afterEach(() => {
  delete types.page?.href
})

it('an activity is opened at the common address, and one whose type has its own goes on to that', () => {
  expect([activityHref(row), ownAddress(row)]).toEqual(['/course/c1/learning-activity#/a1', undefined])
  types.page!.href = paths.classroom
  expect([activityHref(row), ownAddress(row)]).toEqual(Array(2).fill('/course/c1/learning-activity#/classroom/a1'))
})
it('a type that this page does not know is listed, and nobody makes one', () => {
  for (const type of ['hologram', 'constructor', '']) {
    const { icon, form, href } = definitionOf(type)
    expect([typeof icon, form, href]).toEqual(['object', undefined, undefined])
  }
  expect(creatableTypes).toEqual([
    'online_video',
    'material',
    'page',
    'homework',
    'forum',
    'classroom',
    'live_lecture',
    'tencent_meeting',
    'exam',
    'questionnaire',
    'video_quiz',
    'learning_activity',
    'scorm',
  ])
})
it('whatever is made of a file or a film can have it replaced, and says what becomes of the progress', () => {
  const replaced = Object.entries(types).flatMap(([type, { replaces }]) => (replaces ? [[type, replaces]] : []))
  expect(Object.fromEntries(replaced)).toEqual({ material: 'keeps', online_video: 'asks', scorm: 'keeps', video_quiz: 'moments' })
})
it('whatever has a text and no file is written on a whole page, under a name for that text', async () => {
  await i18next.init({ lng: 'en', resources: {} })
  for (const [type, { form, written = false }] of Object.entries(types)) {
    const { fresh, file, text } = (await form!()).default
    expect([type, written, text !== undefined]).toEqual([type, ...Array(2).fill('body' in fresh && !file)])
  }
})
