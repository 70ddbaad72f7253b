// Tests of the paths of pages.
import { expect, it } from 'vitest'
import { joinCode, printedJoin } from './join-code.ts'
import { courseBack, paths } from './paths.ts'

it('links have the form of the specification', () => {
  expect(paths.activity('c1', 'a1')).toBe('/course/c1/learning-activity#/a1')
  expect(paths.groupTopic('c1', 't1', 'g1')).toBe('/course/c1/group-set#/topics/t1?groupId=g1')
  expect(paths.forumTopic('c1', 't1')).toBe('/course/c1/forum?show_sidebar=false#/topics/t1')
  expect(paths.settings(true)).toBe('/user/settings?bindMobile')
  expect(paths.orgBulletins()).toBe('/bulletin-list/?type=org')
  expect(paths.orgBulletins('b1')).toBe('/bulletin-list/?type=org&bulletin_id=b1')
  expect(paths.join('7KQ2M4X')).toBe('/course/join/7KQ2M4X')
})

it('an id in a path cannot leave it', () => expect(paths.content('a/../b?c#d')).toBe('/course/a%2F..%2Fb%3Fc%23d/content'))

it('the back button follows the course type', () => {
  expect([1, 7, 8, 11].map((type) => courseBack(type, () => '/earlier'))).toEqual([
    '/user/courses',
    '/user/studios',
    '/user/project',
    '/earlier',
  ])
  expect(courseBack(11, () => null)).toBe('/user/courses')
})

it('a printed code comes back; an unknown one is shown as it is', () => {
  expect(joinCode(new URL(printedJoin('7KQ2M4X'), 'http://x').searchParams.get('p'))).toBe('7KQ2M4X')
  expect(joinCode('not-a-code')).toBe('not-a-code')
  expect(joinCode(null)).toBe('')
})
